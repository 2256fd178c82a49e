import { checkLeastShare } from './change-settings.ts';
import { ALL_EVENT_KINDS, type ArchiveEvent, type EventKind, isEventKind } from './event.ts';
import { Problem } from './problem.ts';
import { isInScope, type Scope } from './scope.ts';
import { printable, readLine } from './text.ts';

/** The formats of a webhook, with the labels for people. */
export const WEBHOOK_FORMATS = {
  json: 'JSON (Standard Webhooks)',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
} as const;
export type WebhookFormat = keyof typeof WEBHOOK_FORMATS;
export const ALL_WEBHOOK_FORMATS = Object.keys(WEBHOOK_FORMATS) as readonly WebhookFormat[];

/** How requests are signed: with a shared secret, or with a key pair whose public key the receiver knows. */
export const SIGNINGS = ['hmac', 'ed25519'] as const;
export type Signing = (typeof SIGNINGS)[number];

/** The most webhooks of an account. */
export const MOST_WEBHOOKS = 50;

export interface WebhookDraft {
  readonly name: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly kinds: readonly EventKind[];
  readonly scope: Scope;
  /** Changes of a smaller share (0 to 1) are not sent. */
  readonly leastShare: number;
  readonly signing: Signing;
}

/** A webhook as it is stored. Its address may be a secret, so it is encrypted together with the keys. */
export interface Webhook extends Omit<WebhookDraft, 'url'> {
  readonly id: string;
  readonly owner: string;
  /** The host of the address. */
  readonly host: string;
  /** WebhookSecrets, encrypted. */
  readonly sealed: string;
  readonly createdAt: string;
  readonly state: WebhookState;
}

export type WebhookState =
  /** `failingSince`: no request succeeded since then. */
  | { readonly kind: 'on'; readonly failingSince: string | undefined }
  /** `because` is a sentence; undefined if the owner switched it off. */
  | { readonly kind: 'off'; readonly since: string; readonly because: string | undefined };

export interface WebhookSecrets {
  readonly url: string;
  /** The newest first. Requests are signed with all that are valid. */
  readonly keys: readonly WebhookKey[];
}

/** A signing key: `whsec_…` for HMAC, `whsk_…` for ed25519. */
export interface WebhookKey {
  readonly secret: string;
  /** Undefined for the current key. */
  readonly validUntil: string | undefined;
}

/** After a rotation both keys sign for this time. */
export const OLD_KEY_MS = 24 * 3_600_000;

export function validKeys({ keys }: Pick<WebhookSecrets, 'keys'>, now: Date): readonly WebhookKey[] {
  return keys.filter(({ validUntil }) => validUntil === undefined || validUntil > now.toISOString());
}

export function wants(
  { kinds, scope, leastShare }: Pick<Webhook, 'kinds' | 'scope' | 'leastShare'>,
  event: ArchiveEvent,
): boolean {
  if (!kinds.includes(event.kind) || !isInScope(scope, event)) return false;
  return event.kind !== 'changed' || (event.share ?? 0) >= leastShare;
}

/** Throws Problem('invalid') with the invalid value and what is allowed. */
export function readWebhook(draft: WebhookDraft): WebhookDraft {
  const { leastShare, kinds, format, signing } = draft;
  if (!Object.hasOwn(WEBHOOK_FORMATS, format)) {
    throw new Problem('invalid', `The format must be one of ${Object.keys(WEBHOOK_FORMATS).join(', ')}.`);
  }
  if (!SIGNINGS.includes(signing)) throw new Problem('invalid', `The signature must be one of ${SIGNINGS.join(', ')}.`);
  checkLeastShare(leastShare);
  const unknown = kinds.find((kind) => !isEventKind(kind));
  if (unknown !== undefined) {
    throw new Problem(
      'invalid',
      `${printable(String(unknown))} is not an event; allowed are ${ALL_EVENT_KINDS.join(', ')}.`,
    );
  }
  if (kinds.length === 0) throw new Problem('invalid', 'Select at least one event.');
  return {
    ...draft,
    name: readLine('The name', draft.name, 100),
    url: readReceiver(draft.url),
    kinds: ALL_EVENT_KINDS.filter((kind) => kinds.includes(kind)),
  };
}

/** Throws Problem('invalid'). Whether the address may be visited is decided by the guard at each request. */
function readReceiver(text: string): string {
  const url = URL.parse(readLine('The address', text, 2048));
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Problem('invalid', `${printable(text)} is not an address that begins with https:// or http://.`);
  }
  if (url.username || url.password) {
    throw new Problem('invalid', 'The address contains a user name or a password. Requests are signed instead.');
  }
  url.hash = '';
  return url.href;
}
