import { hash } from 'node:crypto';
import { counted } from '../domain/counted.ts';
import { networksOf } from '../domain/network.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import {
  ATTEMPTS_FORGOTTEN_AFTER_HOURS,
  type DelayRule,
  PER_ACCOUNT,
  PER_ACCOUNT_AND_NETWORK,
  PER_CODE_ACCOUNT,
  PER_CODE_SOURCE,
  PER_DEVICE,
  PER_FORGETFUL,
  PER_INVITER,
  PER_MEMBER,
  PER_NETWORK,
  PER_WIDE_NETWORK,
  secondsToWait,
} from '../domain/sign-in-delay.ts';

/** A number of failed attempts and its limit. */
export interface Counter {
  readonly key: string;
  readonly rule: DelayRule;
  /**
   * The effect of a correct password on the number. The attempts of a whole network are not cleared: an attacker with an
   * account could guess the passwords of others between two sign-ins.
   */
  readonly success: 'clears' | 'takes one back';
}

/**
 * The counters of a browser that has never signed in to the account. Their order is the order of their locks, so it is the
 * same for all attempts: otherwise two attempts could wait for each other.
 */
export function strangerCounters(email: string, address: string): readonly Counter[] {
  // Hashed, because typed addresses may belong to people without an account.
  const account = hash('sha256', email);
  const [network = address, wide] = networksOf(address);
  const counters: Counter[] = [
    { key: `account ${account}`, rule: PER_ACCOUNT, success: 'clears' },
    { key: `account ${account} from ${network}`, rule: PER_ACCOUNT_AND_NETWORK, success: 'clears' },
    { key: `network ${network}`, rule: PER_NETWORK, success: 'takes one back' },
  ];
  if (wide !== undefined) counters.push({ key: `network ${wide}`, rule: PER_WIDE_NETWORK, success: 'takes one back' });
  return counters;
}

export function deviceCounters(deviceHash: string): readonly Counter[] {
  return [{ key: `device ${deviceHash}`, rule: PER_DEVICE, success: 'clears' }];
}

export function memberCounters(owner: string): readonly Counter[] {
  return [{ key: `member ${owner}`, rule: PER_MEMBER, success: 'clears' }];
}

/** Sign-ups with an address in use, which tell that it has an account. */
export function signUpCounters(address: string): readonly Counter[] {
  return [{ key: `sign-up from ${networksOf(address)[0]}`, rule: PER_NETWORK, success: 'takes one back' }];
}

/** Mails to strangers that a member causes. */
export function invitationCounters(owner: string): readonly Counter[] {
  return [{ key: `invitation mail ${owner}`, rule: PER_INVITER, success: 'takes one back' }];
}

/** Requests for a new password, each of which may send a mail. Addresses without an account count in the same way. */
export function forgottenCounters(email: string, address: string): readonly Counter[] {
  const [network = address, wide] = networksOf(address);
  const counters: Counter[] = [
    { key: `forgotten ${hash('sha256', email)}`, rule: PER_FORGETFUL, success: 'takes one back' },
    { key: `forgotten from ${network}`, rule: PER_NETWORK, success: 'takes one back' },
  ];
  if (wide !== undefined)
    counters.push({ key: `forgotten from ${wide}`, rule: PER_WIDE_NETWORK, success: 'takes one back' });
  return counters;
}

/** The codes of the second step. */
export function codeCounters(owner: string, device: string | undefined, address: string): readonly Counter[] {
  if (device !== undefined) return [{ key: `code ${owner} ${device}`, rule: PER_CODE_SOURCE, success: 'clears' }];
  return [
    { key: `code ${owner}`, rule: PER_CODE_ACCOUNT, success: 'clears' },
    { key: `code ${owner} from ${networksOf(address)[0]}`, rule: PER_CODE_SOURCE, success: 'clears' },
  ];
}

/**
 * Counts an attempt before its password is verified, so that concurrent attempts cannot exceed the limit. Throws
 * Problem('too-many') if one of the counters has reached its limit; then nothing is counted.
 */
export async function countAttempt(store: Store, counters: readonly Counter[], now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    let seconds = 0;
    for (const { key, rule } of counters) {
      seconds = Math.max(seconds, secondsToWait(await tx.signInAttempts.hold(key), rule, now));
    }
    if (seconds > 0) {
      const wait = counted(seconds, 'second');
      throw new Problem('too-many', `Too many attempts. Try again in ${wait}.`, { retryAfter: seconds });
    }
    for (const { key } of counters) await tx.signInAttempts.add(key, now);
  });
  await store.signInAttempts.forget(new Date(now.getTime() - ATTEMPTS_FORGOTTEN_AFTER_HOURS * 3_600_000));
}

/** Called after a correct password. */
export async function forgive(store: Store, counters: readonly Counter[]): Promise<void> {
  for (const { key, success } of counters) {
    if (success === 'clears') await store.signInAttempts.clear(key);
    else await store.signInAttempts.takeBack(key);
  }
}
