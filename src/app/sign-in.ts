import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { daysFrom, hashSecret, SECRET_BYTES, SESSION_DAYS } from '../domain/session.ts';
import { isPlain } from '../domain/text.ts';
import { findDevice, rememberDevice } from './known-devices.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { passwordQueue } from './password-queue.ts';
import { countAttempt, deviceCounters, forgive, strangerCounters } from './sign-in-attempts.ts';

/** The client of a session. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string;
}

export interface Attempt extends Browser {
  readonly email: string;
  readonly password: string;
  /** Secrets that earlier sign-ins gave to this browser. */
  readonly devices: readonly string[];
}

/** The secrets of a browser that has signed in. */
export interface SignedIn {
  readonly session: string;
  /** Make the browser known at its next sign-in. */
  readonly devices: readonly string[];
}

// Verified for an unknown address, so that the response takes as long as for a known one.
let decoyHash: Promise<string> | undefined;

/**
 * Throws Problem('unauthorized'), with the same message and after the same work for an unknown address and for a wrong
 * password, Problem('too-many') after too many failed attempts, and Problem('unavailable') while too many others sign in.
 */
export async function signIn(store: Store, attempt: Attempt, now: Date): Promise<SignedIn> {
  const email = attempt.email.trim().toLowerCase();
  const device = await findDevice(store, email, attempt.devices, now);
  const counters = device === undefined ? strangerCounters(email, attempt.address) : deviceCounters(device);
  return passwordQueue.run(device === undefined ? 'stranger' : 'known', async () => {
    await countAttempt(store, counters, now);
    const owner = await verify(store, email, attempt.password);
    await forgive(store, counters);
    const devices = await rememberDevice(store, owner, attempt.devices, now);
    return { session: await openSession(store, owner, attempt, now), devices };
  });
}

/** Returns the owner of the account. */
async function verify(store: Store, email: string, password: string): Promise<string> {
  const found = isPlain(email) ? await store.accounts.credentials(email) : undefined;
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'));
  const matches = await verifyPassword(password, found?.passwordHash ?? (await decoyHash));
  if (!found || !matches) {
    await store.audit.record({ action: 'sign-in-failed', owner: found?.owner });
    throw new Problem('unauthorized', 'Incorrect e-mail address or password.');
  }
  return found.owner;
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
  return secret;
}
