import { answerOnce } from '../app/answer-once.ts';
import { addWebhook, changeWebhook, findWebhook, rotateWebhookKey } from '../app/webhooks.ts';
import type { EventKind } from '../domain/event.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import type { Scope } from '../domain/scope.ts';
import type { Webhook as WebhookRecord, WebhookDraft as WebhookSettings } from '../domain/webhook.ts';
import { type Manage, type ManageAnswer, type ManageRequest, operation, repeatableOf } from './operation.ts';
import { checkSettingsTag } from './preconditions.ts';
import { presentWebhook, webhookTag } from './present-webhook.ts';
import { readSentScope } from './record-scope.ts';
import type { Scope as SentScope } from './schemas/scope.ts';
import { ChangedWebhook, NewWebhook, Webhook, WebhookDraft, WebhookPatch, Webhooks } from './schemas/webhook.ts';
import { idOf } from './webpage-operations.ts';

const common = { tag: 'webhooks', scope: 'manage' } as const;

export const listWebhooks = operation({
  ...common,
  id: 'listWebhooks',
  summary: 'List the webhooks of the account',
  answers: [{ status: 200, description: 'All webhooks, without their keys.', schema: Webhooks }],
  async run(manage, { owner }) {
    const members = (await manage.store.webhooks.list(owner)).map((webhook) => presentWebhook(manage, webhook));
    return { body: { type: 'Collection', id: manage.own.webhooks, totalItems: members.length, members } };
  },
});

const DEFAULTS = {
  format: 'json',
  kinds: ['changed', 'failed', 'recovered'] as readonly EventKind[],
  scope: { kind: 'all' } as Scope,
  leastShare: 0,
  signing: 'hmac',
} as const;

export const createWebhook = operation({
  ...common,
  id: 'createWebhook',
  summary: 'Add a webhook',
  description:
    'With an Idempotency-Key, a repeated request adds nothing and gets the answer of the first one for 24 hours.',
  body: WebhookDraft,
  reads: ['Idempotency-Key'],
  answers: [{ status: 201, description: 'The webhook with its key, which is shown only once.', schema: NewWebhook }],
  errors: [422],
  async run(manage, request) {
    const { owner, body } = request;
    const { eventKinds, scope, ...draft } = body;
    const at = manage.now();
    const reply = await answerOnce(manage, owner, repeatableOf(request, at), async (tx) => {
      const settings = {
        ...DEFAULTS,
        ...draft,
        kinds: eventKinds ?? DEFAULTS.kinds,
        scope: scope ? await readSentScope(tx, owner, scope) : DEFAULTS.scope,
      };
      const { webhook, key } = await addWebhook({ ...manage, store: tx }, owner, settings, at);
      const made = { ...presentWebhook(manage, webhook), key };
      return { status: 201, location: manage.own.webhook(webhook.id), body: JSON.stringify(made) };
    });
    return { status: reply.status, text: reply.body, headers: { location: reply.location ?? '' } };
  },
});

/** The record, and the tag that If-Match may name. */
async function answerWebhook(manage: Manage, request: ManageRequest, key?: string): Promise<ManageAnswer> {
  const webhook = await findWebhook(manage.store, request.owner, idOf(request, 'webhook'));
  const body = { ...presentWebhook(manage, webhook), ...(key !== undefined && { key }) };
  return { body, settingsTag: webhookTag(webhook) };
}

const RECORD = [{ status: 200, description: 'The record.', schema: Webhook }];

export const getWebhook = operation({
  ...common,
  id: 'getWebhook',
  summary: 'Get a webhook without its key',
  answers: RECORD,
  errors: [404],
  run: (manage, request) => answerWebhook(manage, request),
});

export const patchWebhook = operation({
  ...common,
  id: 'changeWebhook',
  summary: 'Change a webhook',
  description:
    'Another kind of signature has a new key, which the answer contains; the old key signs for a day as well.',
  body: WebhookPatch,
  reads: ['If-Match'],
  answers: [{ status: 200, description: 'The record.', schema: ChangedWebhook }],
  errors: [404, 412, 422],
  async run(manage, request) {
    const { owner, body, preconditions } = request;
    const patch = body as WebhookChange;
    const scope = patch.scope && (await readSentScope(manage.store, owner, patch.scope));
    const change = (webhook: WebhookRecord, url: string | undefined) => {
      checkSettingsTag(preconditions, webhookTag(webhook));
      return patched(webhook, url, { ...patch, scope: patch.scope === null ? null : scope });
    };
    const key = await changeWebhook(manage, owner, idOf(request, 'webhook'), change, manage.now());
    return answerWebhook(manage, request, key);
  },
});

type Nullable<Settings> = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined };
type WebhookChange = Partial<Pick<WebhookSettings, 'name' | 'url'>> &
  Nullable<Pick<WebhookSettings, 'format' | 'leastShare' | 'signing'>> &
  Nullable<{ eventKinds: readonly EventKind[]; scope: SentScope }>;

/** An absent property stays as it is, and null sets the default. */
function patched(
  webhook: WebhookRecord,
  url: string | undefined,
  { eventKinds, ...patch }: Omit<WebhookChange, 'scope'> & Nullable<{ scope: Scope }>,
): WebhookSettings {
  const choose = <Value>(sent: Value | null | undefined, known: Value, normal: Value): Value =>
    sent === undefined ? known : (sent ?? normal);
  const address = patch.url ?? url;
  if (address === undefined) {
    throw new Problem('unprocessable', 'The address was encrypted with another key; send it with the change.');
  }
  return {
    name: patch.name ?? webhook.name,
    url: address,
    format: choose(patch.format, webhook.format, DEFAULTS.format),
    kinds: choose(eventKinds, webhook.kinds, DEFAULTS.kinds),
    scope: choose(patch.scope, webhook.scope, DEFAULTS.scope),
    leastShare: choose(patch.leastShare, webhook.leastShare, DEFAULTS.leastShare),
    signing: choose(patch.signing, webhook.signing, DEFAULTS.signing),
  };
}

/** Acts on the webhook in one transaction, if it is still the one that If-Match names. */
function actOnHeld(
  manage: Manage,
  request: ManageRequest,
  act: (tx: Store, id: string) => Promise<void>,
): Promise<void> {
  return manage.store.transaction(async (tx) => {
    const webhook = await tx.webhooks.hold(request.owner, idOf(request, 'webhook'));
    checkSettingsTag(request.preconditions, webhookTag(webhook));
    await act(tx, webhook.id);
  });
}

export const removeWebhook = operation({
  ...common,
  id: 'deleteWebhook',
  summary: 'Remove a webhook',
  description: 'Its delivery log is deleted, and events that were not delivered yet are not sent.',
  reads: ['If-Match'],
  answers: [{ status: 204, description: 'Done.' }],
  errors: [404, 412],
  async run(manage, request) {
    await actOnHeld(manage, request, (tx, id) => tx.webhooks.remove(request.owner, id));
    return { status: 204 };
  },
});

const switching = (state: 'on' | 'off') => ({
  ...common,
  reads: ['If-Match'] as const,
  answers: RECORD,
  errors: [404, 412],
  async run(manage: Manage, request: ManageRequest) {
    await actOnHeld(manage, request, (tx, id) => tx.webhooks.switchTo(request.owner, id, state, manage.now()));
    return answerWebhook(manage, request);
  },
});

export const enableWebhook = operation({
  ...switching('on'),
  id: 'enableWebhook',
  summary: 'Switch a webhook on',
  description: 'It goes on with the event where it stopped.',
});

export const disableWebhook = operation({
  ...switching('off'),
  id: 'disableWebhook',
  summary: 'Switch a webhook off',
});

export const rotateKey = operation({
  ...common,
  id: 'rotateWebhookKey',
  summary: 'Make a new key for a webhook',
  description: 'The old key signs for a day as well.',
  reads: ['If-Match'],
  answers: [
    { status: 200, description: 'The webhook with its new key, which is shown only once.', schema: NewWebhook },
  ],
  errors: [404, 412, 422],
  async run(manage, request) {
    const check = (webhook: WebhookRecord) => checkSettingsTag(request.preconditions, webhookTag(webhook));
    const key = await rotateWebhookKey(manage, request.owner, idOf(request, 'webhook'), { now: manage.now(), check });
    return answerWebhook(manage, request, key);
  },
});
