import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { daysFrom, hashSecret, SECRET_BYTES, SESSION_DAYS } from '../domain/session.ts';
import { isPlain } from '../domain/text.ts';
import { findDevice, knownDevice, rememberDevice } from './known-devices.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { passwordQueue } from './password-queue.ts';
import type { SealingKey } from './seal.ts';
import { codeCounters, countAttempt, deviceCounters, forgive, strangerCounters } from './sign-in-attempts.ts';
import type { PasswordPassed } from './sign-in-ticket.ts';
import { acceptsCode, WRONG_CODE } from './two-step.ts';

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
  readonly kind: 'signed in';
  readonly session: string;
  /** Make the browser known at its next sign-in. */
  readonly devices: readonly string[];
}

/** The password was right. A code must follow: see `signInWithCode`. */
export interface CodeNeeded extends PasswordPassed {
  readonly kind: 'code needed';
}

// Verified for an unknown address, so that the response takes as long as for a known one.
let decoyHash: Promise<string> | undefined;

/**
 * Throws Problem('unauthorized'), with the same message and after the same work for an unknown address and for a wrong
 * password, Problem('too-many') after too many failed attempts, and Problem('unavailable') while too many others sign in.
 */
export async function signIn(store: Store, attempt: Attempt, now: Date): Promise<SignedIn | CodeNeeded> {
  const email = attempt.email.trim().toLowerCase();
  const device = await findDevice(store, email, attempt.devices, now);
  const counters = device === undefined ? strangerCounters(email, attempt.address) : deviceCounters(device);
  return passwordQueue.run(device === undefined ? 'stranger' : 'known', async () => {
    await countAttempt(store, counters, now);
    const passed = await verify(store, email, attempt.password);
    await forgive(store, counters);
    if (await store.twoStep.find(passed.owner)) return { kind: 'code needed', ...passed };
    return admit(store, passed, attempt, now);
  });
}

export interface CodeAttempt extends Browser, PasswordPassed {
  /** Of the authenticator app, or a recovery code. */
  readonly code: string;
  readonly devices: readonly string[];
}

/** Throws Problem('unauthorized') for a wrong code, and Problem('too-many') after too many of them. */
export async function signInWithCode(
  store: Store,
  key: SealingKey,
  attempt: CodeAttempt,
  now: Date,
): Promise<SignedIn> {
  const { owner, address } = attempt;
  const device = await knownDevice(store, owner, attempt.devices, now);
  const counters = codeCounters(owner, device, address);
  await countAttempt(store, counters, now);
  if (!(await acceptsCode(store, key, attempt, now))) {
    await store.audit.record({ action: 'sign-in-failed', owner });
    throw new Problem('unauthorized', WRONG_CODE);
  }
  await forgive(store, counters);
  return admit(store, attempt, attempt, now);
}

/** Opens no session if the password has changed or the account was closed since the password was verified. */
function admit(
  store: Store,
  { owner, passwordSum }: PasswordPassed,
  browser: Browser & { devices: readonly string[] },
  now: Date,
): Promise<SignedIn> {
  return store.transaction(async (tx) => {
    const passwordHash = await tx.accounts.holdPassword(owner);
    if (passwordHash === undefined || hashSecret(passwordHash) !== passwordSum) {
      throw new Problem('unauthorized', 'The password has just changed. Enter your password again.');
    }
    const devices = await rememberDevice(tx, owner, browser.devices, now);
    return { kind: 'signed in', session: await openSession(tx, owner, browser, now), devices };
  });
}

async function verify(store: Store, email: string, password: string): Promise<PasswordPassed> {
  const found = isPlain(email) ? await store.accounts.credentials(email) : undefined;
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'));
  const matches = await verifyPassword(password, found?.passwordHash ?? (await decoyHash));
  if (!found || !matches) {
    await store.audit.record({ action: 'sign-in-failed', owner: found?.owner });
    throw new Problem('unauthorized', 'Incorrect e-mail address or password.');
  }
  return { owner: found.owner, passwordSum: hashSecret(found.passwordHash) };
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
