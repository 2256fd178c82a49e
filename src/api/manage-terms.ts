/** The terms of the management API's own properties, for the context and the vocabulary. A term is a property of several records. */

type Kind =
  /** A text, a boolean, an integer or a nested record. */
  | 'value'
  /** The URL of something. */
  | 'link'
  | 'time'
  /** Without the type, 0 and 1 would be integers in RDF. */
  | 'double';

/** The name, its kind and what it means. */
type Term = readonly [name: string, kind: Kind, comment: string];

/** Kinds of records. */
const CLASSES = [
  ['Result', 'The result for one webpage of a request that adds or changes several.'],
  ['Capture', 'An attempt to capture a webpage.'],
  ['CaptureRequest', 'A capture that was requested.'],
  ['Change', 'A change of a webpage, its first capture, or a series of failures.'],
  ['Comparison', 'The differences between two screenshots of a webpage.'],
  ['WordMatch', 'A webpage whose captures contain the words.'],
  ['WordSpan', 'Good captures in a row that show words.'],
  ['Token', 'An API token.'],
  ['Activity', 'An event of the audit log of an account.'],
  ['Usage', 'The usage of an account, and its quotas.'],
  ['Webhook', 'An address that events are sent to.'],
  ['Delivery', 'An event that is sent to a webhook.'],
  ['DeliveryAttempt', 'A request to the receiver of a webhook.'],
  ['Feed', 'A feed of changes behind a secret address.'],
  ['TrashedItem', 'Something that was deleted and can be restored.'],
] as const;

const WEBPAGE_TERMS: readonly Term[] = [
  [
    'state',
    'value',
    'Whether something works: of a webpage active, failing, paused or unscheduled, of a webhook on or off.',
  ],
  ['captureStatus', 'value', 'How far a capture is: waiting, queued, capturing or done.'],
  ['nextCapture', 'time', 'When the next capture is due.'],
  ['failureReason', 'value', 'Why the last capture failed.'],
  ['schedule', 'value', 'When a webpage is captured: a name or a cron line.'],
  ['timeZone', 'value', 'An IANA time zone.'],
  ['hasSecrets', 'value', 'Whether cookies, headers or secrets are stored.'],
  ['captureOptions', 'value', 'How a webpage is captured.'],
  ['changeSettings', 'value', 'What does not count as a change of a webpage.'],
  ['ignoredSelectors', 'value', 'CSS selectors of elements whose changes do not count.'],
  ['ignoredBoxes', 'value', 'Rectangles whose changes do not count.'],
  ['leastShare', 'double', 'The smallest share (0 to 1) of a page that is announced.'],
  ['leastArea', 'value', 'The smallest number of pixels that is announced.'],
  ['watchWords', 'value', 'Rules for words that are announced.'],
  ['webpage', 'value', 'A webpage, or its identifier.'],
  ['error', 'value', 'The error of a webpage that was not added or changed.'],
  ['changed', 'value', 'How many webpages were changed.'],
  ['refused', 'value', 'How many webpages were not added or changed.'],
];

const OPTION_TERMS: readonly Term[] = [
  ['viewport', 'value', 'The size of the window.'],
  ['scale', 'double', 'Pixels of the screen for each CSS pixel.'],
  ['mobile', 'value', 'Whether the window is that of a phone.'],
  ['fullPage', 'value', 'Whether the whole page is captured.'],
  ['element', 'value', 'The CSS selector of the only element that is captured.'],
  ['darkMode', 'value', 'Whether the dark colour scheme is preferred.'],
  ['locale', 'value', 'The language of the browser.'],
  ['waitForSelector', 'value', 'The CSS selector of an element to wait for.'],
  ['delay', 'value', 'Milliseconds to wait after the page has loaded.'],
  ['hideSelectors', 'value', 'CSS selectors of elements to hide.'],
  ['extraCss', 'value', 'CSS that is added to the page.'],
  ['consent', 'value', 'Whether consent banners are answered.'],
  ['acceptWalls', 'value', 'Whether banners that cannot be rejected are accepted.'],
  ['blockAds', 'value', 'Whether advertisements are blocked.'],
  ['acceptInvalidCertificate', 'value', 'Whether a page whose certificate does not verify is captured.'],
  ['proxy', 'value', 'The proxy that the page is loaded through.'],
  ['geolocation', 'value', 'The place that the page gets if it asks.'],
  ['latitude', 'double', 'Degrees north.'],
  ['longitude', 'double', 'Degrees east.'],
  ['accuracy', 'double', 'The accuracy of a place in metres.'],
];

const CAPTURE_TERMS: readonly Term[] = [
  ['outcome', 'value', 'Whether there is a picture: shot, failed or refused.'],
  ['reason', 'value', 'Why there is no picture, as a code.'],
  ['pageHeight', 'value', 'The height of the page in CSS pixels.'],
  ['phases', 'value', 'Milliseconds spent in each phase of a capture.'],
  ['queue', 'double', 'Milliseconds until the capture began.'],
  ['navigate', 'double', 'Milliseconds until the page was loaded.'],
  ['settle', 'double', 'Milliseconds until the page did not change any more.'],
  ['freeze', 'double', 'Milliseconds until the page was frozen.'],
  ['picture', 'double', 'Milliseconds until the picture was taken.'],
  ['warnings', 'value', 'Problems that did not prevent the picture.'],
  ['kind', 'value', 'The kind of a record, in a word that depends on its type.'],
  ['detail', 'value', 'More about a warning.'],
  ['browserVersion', 'value', 'The version of the browser.'],
  ['capture', 'value', 'The capture that was requested.'],
];

const CHANGE_TERMS: readonly Term[] = [
  ['reviewedAt', 'time', 'When a change was marked as reviewed.'],
  ['added', 'value', 'How many were added.'],
  ['removed', 'value', 'How many regions were removed.'],
  ['altered', 'value', 'How many regions were altered.'],
  ['ignored', 'value', 'How many regions the settings of the webpage ignore.'],
  ['leading', 'value', 'The largest regions.'],
  ['before', 'value', 'The older screenshot, or a place in it.'],
  ['after', 'value', 'The newer screenshot, or a place in it.'],
  ['x', 'value', 'The distance from the left edge, in pixels.'],
  ['y', 'value', 'The distance from the top edge, in pixels.'],
  ['area', 'value', 'The number of changed pixels.'],
  ['selector', 'value', 'A CSS selector that finds the element at a region.'],
  ['word', 'value', 'The result of a comparison: same, moved or changed.'],
  ['announced', 'value', 'Whether a change is large enough for the list of changes.'],
  ['omitted', 'value', 'Further regions that are not listed.'],
  ['moved', 'value', 'Content that only moved.'],
  ['bands', 'value', 'How the rows of two pictures are aligned.'],
  ['bottom', 'value', 'The row after the last one.'],
  ['beforeSize', 'value', 'The size of the older picture.'],
  ['afterSize', 'value', 'The size of the newer picture.'],
];

const WORD_TERMS: readonly Term[] = [
  ['passages', 'value', 'Passages of a webpage that have the words.'],
  ['spanCount', 'value', 'How many spans a webpage has.'],
  ['spans', 'value', 'Series of captures that show the words.'],
  ['screenshotBefore', 'value', 'The good capture just before a span.'],
  ['firstScreenshot', 'value', 'The first capture of a span.'],
  ['lastScreenshot', 'value', 'The last capture of a span.'],
  ['screenshotAfter', 'value', 'The good capture just after a span.'],
  ['wordsKnown', 'value', 'Whether the words of a capture are known.'],
];

const ACCOUNT_TERMS: readonly Term[] = [
  ['lastUsedAt', 'time', 'When a token was last used.'],
  ['expiresAt', 'time', 'When a token expires.'],
  ['scopes', 'value', 'What a token may do: read, delete, manage.'],
  ['networks', 'value', 'Addresses and ranges that a token may be used from.'],
  ['token', 'value', 'The secret of a token.'],
  ['webpages', 'value', 'The tracked webpages.'],
  ['storage', 'value', 'The bytes of pictures.'],
  ['capturesToday', 'value', 'The captures since 00:00 UTC.'],
  ['action', 'value', 'The kind of event.'],
  ['agent', 'value', 'The account or user that caused the event.'],
  ['via', 'value', 'The origin of the event: web, api, command line or service.'],
  ['address', 'value', 'The IP address of the origin.'],
  ['subject', 'value', 'The changed object.'],
  ['subjectId', 'value', 'The identifier of the changed object.'],
  ['times', 'value', 'The number of such events within an hour.'],
  ['used', 'value', 'How much is used.'],
  ['limit', 'value', 'How much is allowed.'],
];

const WEBHOOK_TERMS: readonly Term[] = [
  ['host', 'value', 'The host of the address of a webhook.'],
  ['format', 'value', 'The format of the requests of a webhook.'],
  ['eventKinds', 'value', 'The kinds of events that are sent.'],
  ['scope', 'value', 'The webpages that a webhook or a feed is about.'],
  ['site', 'value', 'The name of a group of webpages.'],
  ['keyword', 'value', 'A whole keyword.'],
  ['signing', 'value', 'How requests are signed: hmac or ed25519.'],
  ['offSince', 'time', 'When a webhook was switched off.'],
  ['key', 'value', 'The key that verifies the requests of a webhook.'],
  ['event', 'link', 'The event that is delivered.'],
  ['deliveryState', 'value', 'How far a delivery is: waiting, delivered or failed.'],
  ['nextAttempt', 'time', 'When the next request is due.'],
  ['attempts', 'value', 'The requests so far.'],
  ['milliseconds', 'value', 'How long a request took.'],
  ['answer', 'value', 'The beginning of the answer, or why there was none.'],
  ['lastReadAt', 'time', 'When a feed was last read.'],
  ['atom', 'link', 'The address of an Atom feed.'],
  ['jsonFeed', 'link', 'The address of a JSON Feed.'],
];

const TERMS = [
  ...WEBPAGE_TERMS,
  ...OPTION_TERMS,
  ...CAPTURE_TERMS,
  ...CHANGE_TERMS,
  ...WORD_TERMS,
  ...ACCOUNT_TERMS,
  ...WEBHOOK_TERMS,
];

const definitionOf = (name: string, kind: Kind) => {
  const id = `svc:${name}`;
  if (kind === 'value') return id;
  return { '@id': id, '@type': { link: '@id', time: 'xsd:dateTime', double: 'xsd:double' }[kind] };
};

/** For the context. Of the terms of others there are only the times. */
export const MANAGE_CONTEXT = {
  ...Object.fromEntries(CLASSES.map(([name]) => [name, `svc:${name}`])),
  ...Object.fromEntries(TERMS.map(([name, kind]) => [name, definitionOf(name, kind)])),
  startTime: { '@id': 'schema:startTime', '@type': 'xsd:dateTime' },
  endTime: { '@id': 'schema:endTime', '@type': 'xsd:dateTime' },
  expires: { '@id': 'schema:expires', '@type': 'xsd:dateTime' },
  deletedAt: { '@id': 'as:deleted', '@type': 'xsd:dateTime' },
  // Not in RDF: the step "type" would be the type of the step.
  steps: null,
};

const RANGES: Partial<Record<Kind, string>> = { link: 'rdfs:Resource', time: 'xsd:dateTime', double: 'xsd:double' };

/** For the vocabulary. */
export const MANAGE_VOCABULARY = [
  ...CLASSES.map(([name, comment]) => ({
    '@id': `svc:${name}`,
    '@type': 'rdfs:Class',
    'rdfs:label': name,
    'rdfs:comment': comment,
  })),
  ...TERMS.map(([name, kind, comment]) => ({
    '@id': `svc:${name}`,
    '@type': 'rdf:Property',
    'rdfs:label': name,
    'rdfs:comment': comment,
    ...(RANGES[kind] && { 'rdfs:range': RANGES[kind] }),
  })),
];
