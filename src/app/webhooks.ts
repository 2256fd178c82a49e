import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { notFound, Problem } from '../domain/problem.ts';
import {
  OLD_KEY_MS,
  readWebhook,
  validKeys,
  type Webhook,
  type WebhookDraft,
  type WebhookKey,
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

/**
 * Changes a webhook in one transaction, so that no other change or new key is lost. `change` gets the webhook as it is then, with its
 * address if that can be decrypted, and may throw to keep it. Throws Problem('invalid') and Problem('not-found'). Returns the new key
 * if there is one: for another kind of signature, and for a webhook whose keys cannot be decrypted.
 */
export async function changeWebhook(
  { store, sealingKey }: WebhookParts,
  owner: string,
  id: string,
  change: (webhook: Webhook, url: string | undefined) => WebhookDraft,
  now: Date,
): Promise<string | undefined> {
  return store.transaction(async (tx) => {
    const webhook = await tx.webhooks.hold(owner, id);
    const known = openWebhookIfReadable(sealingKey, webhook);
    const { url, ...settings } = readWebhook(change(webhook, known?.url));
    const isKept = known !== undefined && settings.signing === webhook.signing;
    const { keys } = isKept ? known : renew(known?.keys ?? [], settings.signing, now);
    const sealed = sealSecrets(sealingKey, id, { url, keys });
    await tx.webhooks.change(owner, id, { ...settings, host: new URL(url).host, sealed });
    const [current] = keys;
    return isKept || !current ? undefined : verificationKey(current.secret);
  });
}

/** Makes a new key, which is returned. The old one signs as well for a day. `check` may throw to keep the old one. Throws Problem('not-found'). */
export async function rotateWebhookKey(
  { store, sealingKey }: WebhookParts,
  owner: string,
  id: string,
  { now, check }: { now: Date; check?: (webhook: Webhook) => void },
): Promise<string> {
  return store.transaction(async (tx) => {
    const webhook = await tx.webhooks.hold(owner, id);
    check?.(webhook);
    const { url, keys: known } = openWebhook(sealingKey, webhook);
    const { keys } = renew(known, webhook.signing, now);
    await tx.webhooks.change(owner, id, { ...webhook, sealed: sealSecrets(sealingKey, id, { url, keys }) });
    return verificationKey(keys[0]?.secret ?? '');
  });
}

function renew(known: readonly WebhookKey[], signing: Webhook['signing'], now: Date) {
  const validUntil = new Date(now.getTime() + OLD_KEY_MS).toISOString();
  // At most one old key: a second rotation on the same day ends the first key.
  const [current] = validKeys({ keys: known }, now);
  const old: WebhookKey[] = current ? [{ ...current, validUntil }] : [];
  return { keys: [{ secret: makeSigningSecret(signing), validUntil: undefined }, ...old] };
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

/** Undefined if they were encrypted with another key. */
export function openWebhookIfReadable(
  key: SealingKey,
  webhook: Pick<Webhook, 'id' | 'sealed'>,
): WebhookSecrets | undefined {
  try {
    return openWebhook(key, webhook);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function sealSecrets(key: SealingKey, id: string, secrets: WebhookSecrets): string {
  return seal(key, { text: JSON.stringify(secrets), boundTo: boundTo(id), randomBytes });
}
