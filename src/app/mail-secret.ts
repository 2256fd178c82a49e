import { randomBytes } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { type SealingKey, seal, unseal } from './seal.ts';

export interface MailingParts {
  readonly store: Store;
  readonly sealingKey: SealingKey;
}

/** Binds the secret to its mail. store/records/sealed-texts.ts knows it, too. */
const boundTo = (mailId: string) => `mail ${mailId}`;

/** The secret of a link, encrypted until the mail with the link was sent. */
export function sealMailSecret(key: SealingKey, mailId: string, secret: string): string {
  return seal(key, { text: secret, boundTo: boundTo(mailId), randomBytes });
}

/** Throws Problem('unprocessable') if it was encrypted with another key. */
export function openMailSecret(key: SealingKey, mailId: string, sealed: string): string {
  return unseal(key, { sealed, boundTo: boundTo(mailId) });
}
