import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { daysFrom, hashSecret, SECRET_BYTES, SESSION_DAYS } from '../domain/session.ts';
import { ATTEMPTS_FORGOTTEN_AFTER_DAYS, PER_ACCOUNT, PER_ADDRESS, secondsToWait } from '../domain/sign-in-delay.ts';
import { isPlain } from '../domain/text.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { passwordQueue } from './password-queue.ts';

/** The client of a session. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string;
}

export interface Attempt extends Browser {
  readonly email: string;
  readonly password: string;
}

// Verified for an unknown address, so that the response takes as long as for a known one.
let decoyHash: Promise<string> | undefined;

/**
 * Returns the secret of a new session. Throws Problem('unauthorized'), with the same message and after the same work for
 * an unknown address and for a wrong password, Problem('too-many') after too many failed attempts, and
 * Problem('unavailable') without any work while too many others sign in.
 */
export function signIn(store: Store, attempt: Attempt, now: Date): Promise<string> {
  return passwordQueue.run('stranger', () => verifyAttempt(store, attempt, now));
}

async function verifyAttempt(store: Store, attempt: Attempt, now: Date): Promise<string> {
  const email = attempt.email.trim().toLowerCase();
  await countAttempt(store, email, attempt.address, now);
  const found = isPlain(email) ? await store.accounts.credentials(email) : undefined;
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'));
  const matches = await verifyPassword(attempt.password, found?.passwordHash ?? (await decoyHash));
  if (!found || !matches) {
    await store.audit.record({ action: 'sign-in-failed', owner: found?.owner });
    throw new Problem('unauthorized', 'Incorrect e-mail address or password.');
  }
  await clearAttempts(store, email);
  return openSession(store, found.owner, attempt, now);
}

/** Returns the secret of a new session. The caller has authenticated the owner. */
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

/** Counts an attempt before its password is verified, so that concurrent attempts cannot exceed the limit. */
export async function countAttempt(store: Store, email: string, address: string, now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    const [byAccount, byAddress] = [accountKey(email), `address ${address}`];
    const seconds = Math.max(
      secondsToWait(await tx.signInAttempts.hold(byAccount), PER_ACCOUNT, now),
      secondsToWait(await tx.signInAttempts.hold(byAddress), PER_ADDRESS, now),
    );
    if (seconds > 0) {
      const wait = seconds === 1 ? '1 second' : `${seconds} seconds`;
      throw new Problem('too-many', `Too many failed attempts. Try again in ${wait}.`, { retryAfter: seconds });
    }
    await tx.signInAttempts.add(byAccount, now);
    await tx.signInAttempts.add(byAddress, now);
  });
}

/** Forgets the failed attempts of an account after a correct password. */
export async function clearAttempts(store: Store, email: string): Promise<void> {
  await store.signInAttempts.clear(accountKey(email));
}

/** Hashed, because typed addresses may belong to people without an account. */
function accountKey(email: string): string {
  return `account ${hash('sha256', email)}`;
}
