import Type, { type Static, type TSchema } from 'typebox';
import { ErrorRecord, Screenshot, ScreenshotInList, WebPageInList } from '../api/schemas.ts';
import { ALL_EVENT_KINDS } from '../domain/event.ts';
import { ORDERS } from '../domain/listing.ts';
import { WEBPAGE_STATES } from '../domain/stepwise.ts';
import { SCOPES } from '../domain/token.ts';
import { LONGEST_CURSOR } from './cursor.ts';

/** The shapes of the management API. They check requests, type the operations and make the OpenAPI document. */
const uri = (description: string) => Type.String({ format: 'uri', description });
export const date = (description: string) => Type.String({ format: 'date-time', description });
export const choice = <Choices extends readonly string[]>(choices: Choices, options: object) =>
  Type.Unsafe<Choices[number]>({ type: 'string', enum: [...choices], ...options });
const closed = { additionalProperties: false };
const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many records a page has at most.' }),
);
export const cursor = Type.Optional(
  Type.String({
    maxLength: LONGEST_CURSOR,
    description: 'Where the page begins, from `view.next` of the page before.',
  }),
);
export const order = (normal: (typeof ORDERS)[number], what: string) =>
  Type.Optional(choice(ORDERS, { default: normal, description: `Ascending or descending by ${what}.` }));

const VIEWPORT_SIZE = Type.Object(
  {
    width: Type.Integer(),
    height: Type.Integer(),
    scale: Type.Optional(Type.Number()),
    mobile: Type.Optional(Type.Boolean()),
  },
  closed,
);

const SELECTOR = 1000;
const shown = {
  viewport: Type.Union([Type.String({ maxLength: 40 }), VIEWPORT_SIZE], {
    description: 'A device such as desktop or phone, a size such as 1280x800@2, or an object.',
  }),
  fullPage: Type.Boolean({ description: 'Whether to capture the whole page or only the viewport.' }),
  element: orNull(text(SELECTOR, 'CSS selector of the only element to capture.')),
  darkMode: Type.Boolean({ description: 'Whether to prefer the dark colour scheme.' }),
  locale: orNull(text(40, 'Language tag, such as en-GB.')),
  timeZone: orNull(text(64, 'IANA time zone of the browser.')),
  waitForSelector: orNull(text(SELECTOR, 'CSS selector of an element to wait for.')),
  delay: Type.Integer({ minimum: 0, description: 'Milliseconds to wait after the page has loaded.' }),
  hideSelectors: Type.Array(text(SELECTOR, 'CSS selector.'), { maxItems: 100, description: 'Elements to hide.' }),
  extraCss: text(20_000, 'CSS to add to the page.'),
  consent: Type.Boolean({ description: 'Whether to answer consent banners.' }),
  acceptWalls: Type.Boolean({ description: 'Whether to accept banners that cannot be rejected.' }),
  blockAds: Type.Boolean({ description: 'Whether to block advertisements.' }),
  acceptInvalidCertificate: Type.Boolean({
    description: 'Whether to capture a page whose certificate does not verify.',
  }),
  proxy: orNull(text(300, 'Proxy for the page: http://host:port or socks5://host:port.')),
  geolocation: orNull(
    Type.Object(
      {
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
        accuracy: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000, description: 'Metres, 50 by default.' })),
      },
      { ...closed, description: 'The place that the page gets if it asks.' },
    ),
  ),
  steps: Type.Array(Type.Record(Type.String({ maxLength: 20 }), Type.String({ maxLength: 1000 })), {
    maxItems: 20,
    description: 'What to do in the page before its picture: click, type, waitFor, scrollTo, press.',
  }),
};
const secret = {
  cookies: Type.Array(
    Type.Object(
      {
        name: Type.String({ maxLength: 4096 }),
        value: Type.String({ maxLength: 4096 }),
        domain: Type.Optional(Type.String({ maxLength: 253 })),
        path: Type.Optional(Type.String({ maxLength: 1024 })),
      },
      closed,
    ),
    { maxItems: 50, description: 'Cookies to send. Stored encrypted and never shown.' },
  ),
  headers: Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 8192 }), {
    description: 'Headers to send. Stored encrypted and never shown.',
  }),
  secrets: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 1000 }), {
    description: 'Texts by name, which steps type as {{name}}. Stored encrypted and never shown.',
  }),
  proxyLogin: orNull(
    Type.Object(
      { username: Type.String({ maxLength: 255 }), password: Type.String({ maxLength: 255 }) },
      { ...closed, description: 'The login for the proxy. Stored encrypted and never shown.' },
    ),
  ),
};

type Properties = Record<string, TSchema>;
type AllOptional<Shape extends Properties> = { [Name in keyof Shape]: ReturnType<typeof Type.Optional<Shape[Name]>> };
const optional = <Shape extends Properties>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as AllOptional<Shape>;
const nullable = (shape: Properties) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, Type.Optional(orNull(schema))]));

/** Settings from before an option existed lack it. */
const ShownCaptureOptions = Type.Object(optional(shown), {
  description: 'How the webpage is captured. Cookies, headers and secrets are never shown.',
});
const CaptureOptions = Type.Object(optional({ ...shown, ...secret }), {
  ...closed,
  description: 'How to capture the webpage. Options that are absent have their default.',
});
const CaptureOptionsPatch = Type.Object(nullable({ ...shown, ...secret }), {
  ...closed,
  description: 'Options to change. Those that are absent stay, and null is the default.',
});

const Box = Type.Object(
  { x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() },
  { ...closed, description: 'A rectangle in pixels of a picture.' },
);

const changeSettings = {
  ignoredSelectors: Type.Array(text(SELECTOR, 'CSS selector.'), {
    maxItems: 100,
    description: 'Elements whose changes do not count.',
  }),
  ignoredBoxes: Type.Array(Box, { maxItems: 50, description: 'Rectangles whose changes do not count.' }),
  leastShare: Type.Number({ description: 'The smallest share (0 to 1) of the page that is announced.' }),
  leastArea: Type.Integer({ description: 'The smallest number of pixels that is announced.' }),
  watchWords: Type.Optional(
    Type.Array(text(240, 'Rule such as "appears sold out" or "below 100: Price #".'), {
      maxItems: 20,
      description: 'If there are rules, a change is announced when one of them becomes true, whatever its size.',
    }),
  ),
};
const ChangeSettings = Type.Object(changeSettings, { description: 'What does not count as a change.' });
const ChangeSettingsDraft = Type.Object(optional(changeSettings), {
  ...closed,
  description: 'What does not count as a change.',
});
const ChangeSettingsPatch = Type.Object(nullable(changeSettings), {
  ...closed,
  description: 'Settings to change. Those that are absent stay, and null is the default.',
});

const KEYWORDS = { maxItems: 50, description: 'Keywords or tags.' };
const KEYWORD = Type.String({ maxLength: 100 });
const SCHEDULE = 'A name (5m, 10m, 15m, 30m, hourly, 2h, 3h, 6h, 12h, daily, weekly, monthly) or a cron line.';

export const WebPageDraft = Type.Object(
  {
    url: text(4096, 'Address of the page to capture.'),
    name: Type.Optional(text(300, 'Name; by default made from the address.')),
    keywords: Type.Optional(Type.Array(KEYWORD, KEYWORDS)),
    schedule: Type.Optional(text(200, `${SCHEDULE} "once" captures now and then only on request. Default: daily.`)),
    timeZone: Type.Optional(text(64, 'IANA time zone of the schedule. Default: UTC.')),
    captureOptions: Type.Optional(CaptureOptions),
    changeSettings: Type.Optional(ChangeSettingsDraft),
  },
  { ...closed, description: 'A webpage to add. It is captured at once, and then on its schedule.' },
);
export type WebPageDraft = Static<typeof WebPageDraft>;

export const MOST_DRAFTS = 1_000;
export const WebPageDrafts = Type.Union([
  WebPageDraft,
  Type.Array(WebPageDraft, { minItems: 1, maxItems: MOST_DRAFTS, description: 'Each one has its own result.' }),
]);

export const WebPagePatch = Type.Object(
  {
    url: Type.Optional(text(4096, 'Address of the page to capture.')),
    name: Type.Optional(orNull(text(300, 'Name; null: made from the address.'))),
    keywords: Type.Optional(orNull(Type.Array(KEYWORD, KEYWORDS))),
    schedule: Type.Optional(orNull(text(200, SCHEDULE))),
    timeZone: Type.Optional(orNull(text(64, 'IANA time zone of the schedule.'))),
    captureOptions: Type.Optional(orNull(CaptureOptionsPatch)),
    changeSettings: Type.Optional(orNull(ChangeSettingsPatch)),
  },
  { ...closed, description: 'What to change (JSON Merge Patch, RFC 7396). Absent stays, null is the default.' },
);

const tracked = {
  state: choice(WEBPAGE_STATES, {
    description:
      'active: captured on its schedule. failing: the same, but the last captures failed. paused: captured only on request. unscheduled: kept, and never captured.',
  }),
  captureStatus: Type.Optional(
    choice(['waiting', 'queued', 'capturing'], {
      description: 'waiting: until nextCapture. queued: due, waits for a worker. capturing: a worker captures it.',
    }),
  ),
  nextCapture: Type.Optional(date('When the next capture is due (UTC).')),
  failingSince: Type.Optional(date('Since when captures fail (UTC).')),
  failures: Type.Optional(Type.Integer({ description: 'How many captures failed in a row.' })),
  failureReason: Type.Optional(Type.String({ description: 'Why the last capture failed.' })),
  schedule: Type.Optional(Type.String({ description: SCHEDULE })),
  timeZone: Type.Optional(Type.String({ description: 'IANA time zone of the schedule.' })),
};

export const ManagedWebPageInList = Type.Object(
  { ...WebPageInList.properties, ...tracked },
  { description: 'A tracked page in a list, with its schedule and state.' },
);
export type ManagedWebPageInList = Static<typeof ManagedWebPageInList>;

export const ManagedWebPage = Type.Object(
  {
    ...ManagedWebPageInList.properties,
    hasSecrets: Type.Boolean({ description: 'Whether cookies, headers or secrets are stored.' }),
    captureOptions: Type.Optional(ShownCaptureOptions),
    changeSettings: ChangeSettings,
    collection: uri('URL of the collection that the record belongs to.'),
  },
  { description: 'A tracked page with all its settings. Its ETag protects the settings, not the state.' },
);
export type ManagedWebPage = Static<typeof ManagedWebPage>;

const PageView = Type.Object(
  {
    type: Type.Literal('PartialCollectionView'),
    id: uri('URL of this page.'),
    first: uri('URL of the first page.'),
    next: Type.Optional(uri('URL of the next page. Without it, this page is the last one.')),
  },
  { description: 'Where the list continues. A page may have fewer members than the limit although others follow.' },
);

const pageOf = (member: TSchema, description: string) =>
  Type.Object(
    {
      type: Type.Literal('Collection'),
      id: uri('URL of the collection.'),
      members: Type.Array(member),
      view: PageView,
    },
    { description },
  );

export const WebPages = pageOf(ManagedWebPageInList, 'A page of the list of webpages.');
export const Screenshots = pageOf(ScreenshotInList, 'A page of the list of captures of all webpages.');

const AddResult = Type.Object(
  {
    type: Type.Literal('Result'),
    httpStatus: Type.Integer({ description: '201 for an added webpage, otherwise the status of the error.' }),
    url: Type.Optional(Type.String({ description: 'The address as it was sent.' })),
    webpage: Type.Optional(ManagedWebPageInList),
    error: Type.Optional(ErrorRecord),
  },
  { description: 'What became of one webpage of the list.' },
);
export const AddResults = Type.Object(
  {
    type: Type.Literal('Collection'),
    added: Type.Integer({ description: 'How many webpages were added.' }),
    refused: Type.Integer({ description: 'How many were not.' }),
    members: Type.Array(AddResult, { description: 'In the order of the request.' }),
  },
  { description: 'The results of adding several webpages.' },
);

const reference = (type: string, description: string) =>
  Type.Object({ type: Type.Literal(type), id: uri(`URL of the record.`) }, { description });

export const Capture = Type.Object(
  {
    type: Type.Literal('Capture'),
    id: uri('URL of the record.'),
    identifier: Type.String({ description: 'Unique identifier of the record.' }),
    startTime: date('When the attempt began (UTC).'),
    endTime: date('When it ended (UTC).'),
    outcome: choice(['shot', 'failed', 'refused'], { description: 'Whether there is a picture.' }),
    reason: Type.Optional(Type.String({ description: 'Why there is no picture, as a code.' })),
    summary: Type.Optional(Type.String({ description: 'Why there is no picture, as a sentence.' })),
    title: Type.Optional(Type.String({ description: 'Title of the page.' })),
    finalUrl: Type.Optional(uri('URL of the page after all redirects.')),
    httpStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the page.' })),
    viewport: Type.Optional(VIEWPORT_SIZE),
    pageHeight: Type.Optional(Type.Integer({ description: 'Height of the page in CSS pixels.' })),
    phases: Type.Record(Type.String(), Type.Number(), { description: 'Milliseconds spent in each phase.' }),
    warnings: Type.Array(Type.Object({ kind: Type.String(), detail: Type.String() }), {
      description: 'Problems that did not prevent the picture.',
    }),
    browserVersion: Type.Optional(Type.String({ description: 'Version of the browser.' })),
    about: reference('WebPage', 'The webpage that was captured.'),
    object: Type.Optional(reference('ImageObject', 'The screenshot.')),
  },
  { description: 'One attempt to capture a webpage.' },
);
export type Capture = Static<typeof Capture>;
export const Captures = pageOf(Capture, 'A page of the log of attempts, the newest first.');

export const CaptureRequest = Type.Object(
  {
    type: Type.Literal('CaptureRequest'),
    id: uri('URL of the record.'),
    identifier: Type.String({ description: 'Unique identifier of the record.' }),
    published: date('When the capture was requested (UTC).'),
    captureStatus: choice(['queued', 'capturing', 'done'], { description: 'How far the capture is.' }),
    about: reference('WebPage', 'The webpage to capture.'),
    capture: Type.Optional(Capture),
  },
  { description: 'A requested capture. Fetch it again until captureStatus is done.' },
);

const kind = { description: 'What happened to the region.' };
const Region = Type.Object(
  {
    kind: choice(['added', 'removed', 'altered'], kind),
    before: Box,
    after: Box,
    area: Type.Number({ description: 'The number of changed pixels.' }),
  },
  { description: 'A part of the page that changed, in the pixels of both pictures.' },
);

const counts = {
  added: Type.Integer({ description: 'Added regions.' }),
  removed: Type.Integer({ description: 'Removed regions.' }),
  altered: Type.Integer({ description: 'Altered regions.' }),
  ignored: Type.Integer({ description: 'Regions that the settings of the webpage ignore.' }),
};

export const Change = Type.Object(
  {
    type: Type.Literal('Change'),
    identifier: Type.String({ description: 'Unique identifier of the record.' }),
    kind: choice(['changed', 'new', 'failing'], {
      description: 'changed: the page changed. new: its first good capture. failing: its captures fail.',
    }),
    published: date('When it happened (UTC).'),
    about: Type.Object(
      {
        type: Type.Literal('WebPage'),
        id: uri('URL of the record.'),
        identifier: Type.String(),
        name: Type.String(),
        url: uri('Address of the page.'),
      },
      { description: 'The webpage.' },
    ),
    title: Type.Optional(Type.String({ description: 'Title of the page at its newest good capture.' })),
    reviewedAt: Type.Optional(date('When somebody marked it as reviewed (UTC).')),
    changeShare: Type.Optional(Type.Number({ description: 'Share (0 to 1) of the page that changed.' })),
    regions: Type.Optional(
      Type.Object(
        { ...counts, leading: Type.Array(Region) },
        { description: 'What changed; the largest regions first.' },
      ),
    ),
    object: Type.Optional(ScreenshotInList),
    isBasedOn: Type.Optional(uri('URL of the screenshot before the change.')),
    summary: Type.Optional(Type.String({ description: 'Why captures fail.' })),
    failures: Type.Optional(Type.Integer({ description: 'How many captures failed in a row.' })),
    endTime: Type.Optional(date('When a capture succeeded again (UTC).')),
  },
  { description: 'An entry of the Changes page.' },
);
export type Change = Static<typeof Change>;
export const Changes = pageOf(Change, 'A page of the list of changes.');

const Rows = Type.Object({ top: Type.Integer(), bottom: Type.Integer() }, { description: 'Rows of a picture.' });
const Size = Type.Object({ width: Type.Integer(), height: Type.Integer() }, { description: 'Size in pixels.' });

export const Comparison = Type.Object(
  {
    type: Type.Literal('Comparison'),
    id: uri('URL of the comparison.'),
    before: Screenshot,
    after: Screenshot,
    word: choice(['same', 'moved', 'changed'], {
      description: 'The result after the settings of the webpage were applied.',
    }),
    changeShare: Type.Number({ description: 'Share (0 to 1) of the page that changed.' }),
    announced: Type.Boolean({ description: 'Whether the change is large enough for the Changes page.' }),
    ...counts,
    regions: Type.Array(Region, { description: 'All regions, also ignored ones, the largest first.' }),
    omitted: Type.Integer({ description: 'Further regions that are not listed.' }),
    moved: Type.Array(Type.Object({ before: Box, after: Box }), { description: 'Content that only moved.' }),
    bands: Type.Array(Type.Object({ before: Rows, after: Rows }), {
      description: 'How the rows of both pictures are aligned.',
    }),
    beforeSize: Size,
    afterSize: Size,
  },
  { description: 'What two captures of a webpage differ in.' },
);

export const ScreenshotPatch = Type.Object(
  { isFavorite: Type.Boolean({ description: 'Whether the record is marked as favorite.' }) },
  { ...closed, description: 'What to change.' },
);

const limits = {
  scopes: Type.Array(choice(SCOPES, {}), {
    maxItems: SCOPES.length,
    description: 'read: read. delete: delete webpages and captures. manage: everything else. Every token may read.',
  }),
  networks: Type.Array(Type.String({ maxLength: 50 }), {
    maxItems: 20,
    description: 'Addresses and ranges (192.0.2.0/24) that the token may be used from; empty: all.',
  }),
};
export const TokenDraft = Type.Object(
  {
    name: text(100, 'What the token is for.'),
    scopes: Type.Optional(limits.scopes),
    networks: Type.Optional(limits.networks),
    expiresAt: Type.Optional(date('When it expires; absent: never.')),
  },
  { ...closed, description: 'A token to create. It cannot do more than the token that creates it.' },
);
const tokenFields = {
  type: Type.Literal('Token'),
  id: uri('URL of the record.'),
  identifier: Type.String({ description: 'Unique identifier of the record.' }),
  name: Type.String({ description: 'What the token is for.' }),
  dateCreated: date('When it was created (UTC).'),
  lastUsedAt: Type.Optional(date('When it was last used (UTC), to the minute.')),
  expiresAt: Type.Optional(date('When it expires (UTC).')),
  ...limits,
};
export const Token = Type.Object(tokenFields, { description: 'An API token without its secret.' });
export type Token = Static<typeof Token>;
export const NewToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'The secret. It is shown only once.' }) },
  { description: 'A new API token.' },
);
export const Tokens = Type.Object(
  {
    type: Type.Literal('Collection'),
    id: uri('URL of the collection.'),
    totalItems: Type.Integer({ description: 'Count of records in the collection.' }),
    members: Type.Array(Token),
  },
  { description: 'All API tokens of the account.' },
);

const used = (what: string) =>
  Type.Object(
    { used: Type.Integer(), limit: Type.Optional(Type.Integer({ description: 'Absent: no limit.' })) },
    { description: what },
  );
export const Usage = Type.Object(
  {
    type: Type.Literal('Usage'),
    id: uri('URL of the record.'),
    webpages: used('Tracked webpages.'),
    storage: used('Bytes of pictures.'),
    capturesToday: used('Captures since 00:00 UTC.'),
    summary: Type.Optional(Type.String({ description: 'Why captures pause, if they do.' })),
  },
  { description: 'What the account uses, and of which quota.' },
);

export const Trashed = Type.Object(
  {
    type: Type.Literal('TrashedItem'),
    identifier: Type.String({ description: 'Identifier of the webpage or screenshot.' }),
    kind: choice(['webpage', 'capture'], { description: 'What was deleted.' }),
    name: Type.String({ description: 'Name of the webpage.' }),
    url: uri('Address of the webpage.'),
    deletedAt: date('When it was deleted (UTC).'),
    expires: date('When it is erased (UTC).'),
  },
  { description: 'Something that was deleted and can be restored.' },
);
export const Trash = pageOf(Trashed, 'A page of the trash, the newest first.');

const EVENT_KIND_WORDS = ALL_EVENT_KINDS.join(', ');
export const Event = Type.Object(
  {
    type: Type.String({
      description: 'The activity: Create, Reject, Accept, Update, Delete, Pause, Resume or Restore.',
    }),
    id: uri('URL of the record, the same for every delivery.'),
    identifier: Type.String({ description: 'Grows with every event of the account.' }),
    eventKind: Type.String({ description: `What happened: ${EVENT_KIND_WORDS}.` }),
    actor: uri('URL of the service.'),
    published: date('When it happened (UTC).'),
    summary: Type.String({ description: 'What happened, in a sentence. That of a failure is its reason.' }),
    object: Type.Object(
      { type: Type.String(), id: uri('URL of the record.'), identifier: Type.String() },
      { description: 'The screenshot or the webpage; one that was deleted has only these properties.' },
    ),
    failures: Type.Optional(Type.Integer({ description: 'How many captures failed in a row.' })),
    failingSince: Type.Optional(date('Since when captures fail (UTC).')),
    changeShare: Type.Optional(Type.Number({ description: 'Share (0 to 1) of the page that changed.' })),
    regions: Type.Optional(
      Type.Array(Type.Object({ type: Type.Literal('Region') }), { description: 'The largest regions that changed.' }),
    ),
    isBasedOn: Type.Optional(uri('URL of the screenshot before the change.')),
  },
  { description: 'Something that happened, as an activity of ActivityStreams.' },
);
export const Events = pageOf(Event, 'A page of the list of events.');

/** Schemas that the document refers to by name. */
export const COMPONENTS: Readonly<Record<string, TSchema>> = {
  WebPage: ManagedWebPage,
  WebPageInList: ManagedWebPageInList,
  WebPages,
  WebPageDraft,
  WebPagePatch,
  AddResult,
  AddResults,
  Capture,
  Captures,
  CaptureRequest,
  Screenshot,
  ScreenshotInList,
  Screenshots,
  ScreenshotPatch,
  Change,
  Changes,
  Comparison,
  Region,
  Box,
  Token,
  NewToken,
  TokenDraft,
  Tokens,
  Usage,
  Event,
  Events,
  TrashedItem: Trashed,
  Trash,
  PartialCollectionView: PageView,
  Error: ErrorRecord,
};
