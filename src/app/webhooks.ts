import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { notFound } from '../domain/problem.ts';
import {
  OLD_KEY_MS,
  readWebhook,
  validKeys,
  type Webhook,
  type WebhookDraft,
  type WebhookSecrets,
} from '../domain/webhook.ts';
import { type SealingKey, seal, unseal } from './seal.ts';
import { makeSigningSecret, verificationKey } from './sign-webhook.ts';

export interface WebhookParts {
  readonly store: Store;
  readonly sealingKey: SealingKey;
}

/** Binds the secrets to their webhook. store/records/sealed-texts.ts knows it, too. */
const boundTo = (id: string) => `webhook ${id}`;

/**
 * Adds a webhook that gets the events from now on. Returns it with the key that verifies its requests. Throws Problem('invalid')
 * with the invalid value, and Problem('unprocessable') if the account has too many.
 */
export async function addWebhook(
  { store, sealingKey }: WebhookParts,
  owner: string,
  draft: WebhookDraft,
  now: Date,
): Promise<{ webhook: Webhook; key: string }> {
  const { url, ...settings } = readWebhook(draft);
  const id = randomUUIDv7();
  const secret = makeSigningSecret(settings.signing);
  const webhook: Webhook = {
    ...settings,
    id,
    owner,
    host: new URL(url).host,
    sealed: sealSecrets(sealingKey, id, { url, keys: [{ secret, validUntil: undefined }] }),
    createdAt: now.toISOString(),
    state: { kind: 'on', failingSince: undefined },
  };
  await store.webhooks.add(owner, webhook);
  return { webhook, key: verificationKey(secret) };
}

/** Throws Problem('invalid') and Problem('not-found'). Returns the new key if the kind of signature changed. */
export async function changeWebhook(
  { store, sealingKey }: WebhookParts,
  owner: string,
  id: string,
  draft: WebhookDraft,
  now: Date,
): Promise<string | undefined> {
  const webhook = await findWebhook(store, owner, id);
  const { url, ...settings } = readWebhook(draft);
  const known = openWebhook(sealingKey, webhook);
  const renewed = settings.signing !== webhook.signing;
  const keys = renewed ? renew({ url, keys: known.keys }, settings.signing, now).keys : known.keys;
  const sealed = sealSecrets(sealingKey, id, { url, keys });
  await store.webhooks.change(owner, id, { ...settings, host: new URL(url).host, sealed });
  const [current] = keys;
  return renewed && current ? verificationKey(current.secret) : undefined;
}

/** Makes a new key, which is returned. The old one signs as well for a day. Throws Problem('not-found'). */
export async function rotateWebhookKey(
  { store, sealingKey }: WebhookParts,
  owner: string,
  id: string,
  now: Date,
): Promise<string> {
  const webhook = await findWebhook(store, owner, id);
  const secrets = renew(openWebhook(sealingKey, webhook), webhook.signing, now);
  await store.webhooks.change(owner, id, { ...webhook, sealed: sealSecrets(sealingKey, id, secrets) });
  return verificationKey(secrets.keys[0]?.secret ?? '');
}

function renew(secrets: WebhookSecrets, signing: Webhook['signing'], now: Date): WebhookSecrets {
  const validUntil = new Date(now.getTime() + OLD_KEY_MS).toISOString();
  // At most one old key: a second rotation on the same day ends the first key.
  const [current] = validKeys(secrets, now);
  const old = current ? [{ ...current, validUntil }] : [];
  return { ...secrets, keys: [{ secret: makeSigningSecret(signing), validUntil: undefined }, ...old] };
}

/** Throws Problem('not-found'). */
export async function findWebhook(store: Store, owner: string, id: string): Promise<Webhook> {
  const webhook = await store.webhooks.find(owner, id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** Throws Problem('unprocessable') if they were encrypted with another key. */
export function openWebhook(key: SealingKey, { id, sealed }: Pick<Webhook, 'id' | 'sealed'>): WebhookSecrets {
  return JSON.parse(unseal(key, { sealed, boundTo: boundTo(id) }));
}

function sealSecrets(key: SealingKey, id: string, secrets: WebhookSecrets): string {
  return seal(key, { text: JSON.stringify(secrets), boundTo: boundTo(id), randomBytes });
}
