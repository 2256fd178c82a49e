import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { ALL_EVENT_KINDS } from '../../domain/event.ts';
import { ALL_WEBHOOK_FORMATS, SIGNINGS } from '../../domain/webhook.ts';
import { choice, closed, date, identifier, nullable, optional, pageOf, text, uri } from './parts.ts';
import { Scope } from './scope.ts';

const settings = {
  name: text(100, 'What the webhook is for.'),
  url: text(2048, 'Address that the requests are sent to.'),
};
const choices = {
  format: choice(ALL_WEBHOOK_FORMATS, { description: 'What is sent. Default: json.' }),
  eventKinds: Type.Array(choice(ALL_EVENT_KINDS, {}), {
    maxItems: ALL_EVENT_KINDS.length,
    description: 'What is sent to it. Default: changed, failed and recovered.',
  }),
  scope: Scope,
  leastShare: Type.Number({ minimum: 0, maximum: 1, description: 'The smallest share of a change. Default: 0.' }),
  signing: choice(SIGNINGS, { description: 'How requests are signed. Default: hmac.' }),
};
export const WebhookDraft = Type.Object(
  { ...settings, ...optional(choices) },
  { ...closed, description: 'A webhook to add. It gets the events from then on.' },
);
export type WebhookDraft = Static<typeof WebhookDraft>;
export const WebhookPatch = Type.Object(
  { ...optional(settings), ...nullable(choices) },
  { ...closed, description: 'What to change (JSON Merge Patch, RFC 7396). Absent stays, null is the default.' },
);

const fields = {
  type: Type.Literal('Webhook'),
  id: uri('URL of the record.'),
  identifier,
  name: settings.name,
  url: Type.Optional(uri('Address that the requests are sent to. Absent if it can no longer be decrypted.')),
  host: Type.String({ description: 'The host of the address.' }),
  ...choices,
  dateCreated: date('When it was added (UTC).'),
  state: choice(['on', 'off'], { description: 'Whether events are sent. Switched on, it goes on where it stopped.' }),
  failingSince: Type.Optional(date('No request has succeeded since then (UTC).')),
  offSince: Type.Optional(date('When it was switched off (UTC).')),
  summary: Type.Optional(Type.String({ description: 'Why the service switched it off.' })),
};
export const Webhook = Type.Object(fields, { description: 'An address that events are sent to, without its keys.' });
export type Webhook = Static<typeof Webhook>;
const key = Type.String({
  description: 'Verifies the requests: the shared secret, or the public key. It is shown only once.',
});
export const NewWebhook = Type.Object({ ...fields, key }, { description: 'A webhook with its new key.' });
export const ChangedWebhook = Type.Object(
  { ...fields, key: Type.Optional(key) },
  { description: 'A webhook; with a new key if the kind of signature has changed.' },
);
export const Webhooks = Type.Object(
  {
    type: Type.Literal('Collection'),
    id: uri('URL of the collection.'),
    totalItems: Type.Integer({ description: 'Count of records in the collection.' }),
    members: Type.Array(Webhook),
  },
  { description: 'All webhooks of the account.' },
);

const DeliveryAttempt = Type.Object(
  {
    type: Type.Literal('DeliveryAttempt'),
    startTime: date('When the request was sent (UTC).'),
    milliseconds: Type.Integer({ description: 'How long the request took.' }),
    httpStatus: Type.Optional(Type.Integer({ description: 'HTTP status of the answer; absent without an answer.' })),
    answer: Type.String({ description: 'The beginning of the answer, or why there was none.' }),
  },
  { description: 'A request to the receiver.' },
);
export const Delivery = Type.Object(
  {
    type: Type.Literal('Delivery'),
    id: uri('URL of the record.'),
    identifier,
    event: Type.Optional(uri('URL of the event. Absent for a test.')),
    deliveryState: choice(['waiting', 'delivered', 'failed'], { description: 'failed: no further attempt is made.' }),
    dateCreated: date('When it was queued (UTC).'),
    nextAttempt: Type.Optional(
      date(
        'When the next attempt is due (UTC). Absent for a waiting one: an earlier event of the webpage comes first.',
      ),
    ),
    attempts: Type.Array(DeliveryAttempt),
  },
  { description: 'An event that is sent to a webhook, with the attempts so far.' },
);
export type Delivery = Static<typeof Delivery>;
export const Deliveries = pageOf(Delivery, 'A page of the delivery log, the newest first.');
