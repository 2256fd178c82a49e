import { randomBytes } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { hashRecoveryCode, makeRecoveryCode, RECOVERY_CODES } from '../domain/recovery-code.ts';
import type { Member } from '../domain/session.ts';
import { findTotpStep, TOTP_SECRET_BYTES } from '../domain/totp.ts';
import { confirmPassword } from './own-account.ts';
import { type SealingKey, seal, unseal } from './seal.ts';
import { codeCounters, countAttempt, forgive } from './sign-in-attempts.ts';

export const WRONG_CODE = 'The code is incorrect or was used before. Wait for the next one.';

const boundTo = (owner: string) => `two-step sign-in ${owner}`;

/** A new secret for the account, encrypted: the form that enables it sends it back. */
export function proposeSecret(key: SealingKey, owner: string): string {
  const text = randomBytes(TOTP_SECRET_BYTES).toString('base64');
  return seal(key, { text, boundTo: boundTo(owner), randomBytes });
}

/** Throws Problem('unprocessable') for a secret of another account or another key. */
export function openSecret(key: SealingKey, owner: string, sealed: string): Buffer {
  return Buffer.from(unseal(key, { sealed, boundTo: boundTo(owner) }), 'base64');
}

export interface Confirmation {
  readonly password: string;
  /** From proposeSecret. */
  readonly secret: string;
  readonly code: string;
}

/** Returns the recovery codes. Throws Problem('invalid') for a wrong password or code. */
export async function enableTwoStep(
  store: Store,
  key: SealingKey,
  member: Member,
  { password, secret, code }: Confirmation,
  now: Date,
): Promise<readonly string[]> {
  await confirmPassword(store, member, password, now);
  const step = findTotpStep(openSecret(key, member.owner, secret), code, now);
  if (step === undefined) throw new Problem('invalid', 'The code is incorrect. Enter the code that the app shows now.');
  const codes = makeRecoveryCodes();
  await store.twoStep.enable(member.owner, { secret, step, codeHashes: codes.map(hashRecoveryCode) }, now);
  return codes;
}

/** The password and a code, which a signed-in member enters again. */
export interface Proof {
  readonly password: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code: string;
  readonly address: string;
}

/**
 * Throws Problem('invalid') for a wrong password or code, Problem('too-many') after too many of them, and
 * Problem('not-found') if it is off.
 */
export async function disableTwoStep(
  store: Store,
  key: SealingKey,
  member: Member,
  proof: Proof,
  now: Date,
): Promise<void> {
  await confirm(store, key, member, proof, now);
  await store.twoStep.disable(member.owner);
}

/**
 * Replaces the recovery codes. It needs a code as well, because a recovery code can turn the second step off. Throws
 * Problem('invalid') for a wrong password or code, and Problem('too-many') after too many of them.
 */
export async function renewRecoveryCodes(
  store: Store,
  key: SealingKey,
  member: Member,
  proof: Proof,
  now: Date,
): Promise<readonly string[]> {
  await confirm(store, key, member, proof, now);
  const codes = makeRecoveryCodes();
  await store.twoStep.replaceRecoveryCodes(member.owner, codes.map(hashRecoveryCode));
  return codes;
}

async function confirm(store: Store, key: SealingKey, member: Member, proof: Proof, now: Date): Promise<void> {
  const { owner } = member;
  await confirmPassword(store, member, proof.password, now);
  const counters = codeCounters(owner, undefined, proof.address);
  await countAttempt(store, counters, now);
  if (!(await acceptsCode(store, key, { owner, code: proof.code }, now))) throw new Problem('invalid', WRONG_CODE);
  await forgive(store, counters);
}

function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => makeRecoveryCode(randomBytes));
}

/** Whether the code is right: one of the app that was not used before, or a recovery code, which then is used up. */
export async function acceptsCode(
  store: Store,
  key: SealingKey,
  { owner, code }: { owner: string; code: string },
  now: Date,
): Promise<boolean> {
  const found = await store.twoStep.find(owner);
  if (!found) return false;
  if (!/^[\d\s]*$/.test(code)) return store.twoStep.useRecoveryCode(owner, hashRecoveryCode(code));
  const step = findTotpStep(openSecret(key, owner, found.secret), code, now);
  return step !== undefined && store.twoStep.useStep(owner, step);
}
