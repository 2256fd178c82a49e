import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { daysFrom, hashSecret, SECRET_BYTES, SESSION_DAYS } from '../domain/session.ts';
import { ATTEMPTS_FORGOTTEN_AFTER_DAYS, PER_ACCOUNT, PER_ADDRESS, secondsToWait } from '../domain/sign-in-delay.ts';
import { isPlain } from '../domain/text.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** The browser that a session is for. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string;
}

export interface Attempt extends Browser {
  readonly email: string;
  readonly password: string;
}

// Checked for an address that nobody has, so that the answer takes as long.
let nobody: Promise<string> | undefined;

/**
 * Answers the secret of a new session. Throws Problem('unauthorized'), in the same words and after the same work for an
 * unknown address and a wrong password, and Problem('too-many') when too many tries failed before.
 */
export async function signIn(store: Store, attempt: Attempt, now: Date): Promise<string> {
  const email = attempt.email.trim().toLowerCase();
  await countAttempt(store, email, attempt.address, now);
  const found = isPlain(email) ? await store.accounts.credentials(email) : undefined;
  nobody ??= hashPassword(randomBytes(16).toString('hex'));
  const fits = await verifyPassword(attempt.password, found?.passwordHash ?? (await nobody));
  if (!found || !fits) {
    throw new Problem('unauthorized', 'There is no account with this e-mail address and this password.');
  }
  await forgiveAttempts(store, email);
  return openSession(store, found.owner, attempt, now);
}

/** Answers the secret of a new session for someone who proved to be the owner. */
export async function openSession(store: Store, owner: string, browser: Browser, now: Date): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const at = now.toISOString();
  const session = {
    id: randomUUIDv7(),
    createdAt: at,
    lastSeenAt: at,
    userAgent: browser.userAgent.slice(0, 300),
    address: browser.address,
  };
  await store.sessions.add(owner, session, hashSecret(secret));
  await store.sessions.forget(daysFrom(now, -SESSION_DAYS));
  await store.signInAttempts.forget(daysFrom(now, -ATTEMPTS_FORGOTTEN_AFTER_DAYS));
  return secret;
}

/** Counted before the password is looked at: a thousand tries at the same moment are a thousand tries. */
export async function countAttempt(store: Store, email: string, address: string, now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    const [byAccount, byAddress] = [accountKey(email), `address ${address}`];
    const seconds = Math.max(
      secondsToWait(await tx.signInAttempts.hold(byAccount), PER_ACCOUNT, now),
      secondsToWait(await tx.signInAttempts.hold(byAddress), PER_ADDRESS, now),
    );
    if (seconds > 0) {
      const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
      throw new Problem('too-many', `Too many sign-ins failed. Try again in ${wait}.`, { retryAfter: seconds });
    }
    await tx.signInAttempts.add(byAccount, now);
    await tx.signInAttempts.add(byAddress, now);
  });
}

/** The password was right: whoever mistyped it before need not wait. */
export async function forgiveAttempts(store: Store, email: string): Promise<void> {
  await store.signInAttempts.clear(accountKey(email));
}

/** Addresses that were tried are nobody's business, so only their hash is kept. */
function accountKey(email: string): string {
  return `account ${hash('sha256', email)}`;
}
