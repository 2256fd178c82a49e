import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { ErrorRecord, WebPageInList } from '../../api/schemas.ts';
import { WEBPAGE_STATES } from '../../domain/stepwise.ts';
import { CaptureOptions, CaptureOptionsPatch, ShownCaptureOptions } from './capture-options.ts';
import { ChangeSettings, ChangeSettingsDraft, ChangeSettingsPatch } from './change-settings.ts';
import { choice, closed, date, orNull, pageOf, text, uri } from './parts.ts';

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

export const WebPages = pageOf(ManagedWebPageInList, 'A page of the list of webpages.');
export const AddResult = Type.Object(
  {
    type: Type.Literal('Result'),
    httpStatus: Type.Integer({ description: '201 for an added webpage, otherwise the status of the error.' }),
    url: Type.Optional(Type.String({ description: 'The address as it was sent.' })),
    webpage: Type.Optional(ManagedWebPageInList),
    error: Type.Optional(ErrorRecord),
  },
  { description: 'The result for one webpage of the list.' },
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
