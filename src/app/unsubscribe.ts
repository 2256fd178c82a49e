import { randomBytes } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { type SealingKey, seal, unseal } from './seal.ts';

/** The mails that a link in a mail ends: all about webpages of an account, or those about one webpage. */
export interface Subscription {
  readonly owner: string;
  readonly webpageId: string | undefined;
}

const BOUND_TO = 'unsubscribe';

/** The secret of a link, encrypted and authenticated: it cannot be guessed and tells nothing. It is not stored. */
export function sealSubscription(key: SealingKey, { owner, webpageId = '' }: Subscription): string {
  return seal(key, { text: `${owner} ${webpageId}`, boundTo: BOUND_TO, randomBytes });
}

/** Throws Problem('not-found') for a secret that was not made here, or with another key. */
export function openSubscription(key: SealingKey, secret: string): Subscription {
  try {
    const [owner = '', webpageId = ''] = unseal(key, { sealed: secret, boundTo: BOUND_TO }).split(' ');
    return { owner, webpageId: webpageId || undefined };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('not-found', 'This link no longer works. Sign in and choose your mail under Notifications.');
  }
}

/** Does nothing for an account or a webpage that is gone. */
export async function unsubscribe(store: Store, { owner, webpageId }: Subscription, now: Date): Promise<void> {
  if (webpageId === undefined) return store.mailboxes.stop(owner, now);
  try {
    await store.mailboxes.saveOfWebpage(owner, webpageId, { changes: 'off', failures: 'off' });
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'not-found') throw error;
  }
}
