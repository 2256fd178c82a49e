import { readPassword } from '../domain/account.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import type { Member } from '../domain/session.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { passwordQueue } from './password-queue.ts';
import { refuseWeakPassword } from './password-strength.ts';
import { countAttempt, forgive, memberCounters } from './sign-in-attempts.ts';

export interface PasswordChange {
  readonly old: string;
  readonly new: string;
  /** An attacker with the old password may have created or copied a token. */
  readonly revokeTokens: boolean;
}

/**
 * Ends all other sessions and forgets all known browsers. Throws Problem('invalid') if the old password is wrong or the
 * new one is too short or weak.
 */
export async function changePassword(store: Store, member: Member, change: PasswordChange, now: Date): Promise<void> {
  const password = readPassword(change.new);
  const passwordHash = await passwordQueue.run('known', async () => {
    await verifyOwner(store, member, change.old, now);
    await refuseWeakPassword(password, member.email);
    return hashPassword(password);
  });
  await store.transaction(async (tx) => {
    await tx.accounts.setPassword(member.owner, passwordHash);
    await tx.sessions.endOthers(member.owner, member.sessionId);
    await tx.knownDevices.forgetAll(member.owner);
    if (change.revokeTokens) await tx.tokens.revokeAll(member.owner);
  });
}

/**
 * For the operator, who does not know the old password. Ends all sessions, because one of them may be an intruder's.
 * Throws Problem('not-found'), and Problem('invalid') for a password that is too short.
 */
export async function replacePassword(
  store: Store,
  owner: string,
  newPassword: string,
  { revokeTokens }: Pick<PasswordChange, 'revokeTokens'>,
): Promise<void> {
  const passwordHash = await hashPassword(readPassword(newPassword));
  await store.transaction(async (tx) => {
    await tx.accounts.setPassword(owner, passwordHash);
    await tx.sessions.endAll(owner);
    await tx.knownDevices.forgetAll(owner);
    if (revokeTokens) await tx.tokens.revokeAll(owner);
  });
}

/** Deletes the account and all its data. Throws Problem('invalid') if the typed address or password is wrong. */
export async function closeAccount(
  store: Store,
  member: Member,
  typed: { email: string; password: string },
  now: Date,
): Promise<void> {
  if (typed.email.trim().toLowerCase() !== member.email) {
    throw new Problem('invalid', `Enter ${member.email} to confirm that you want to delete this account.`);
  }
  await confirmPassword(store, member, typed.password, now);
  await store.accounts.close(member.owner, now);
}

/** Throws Problem('invalid') for a wrong password. */
export function confirmPassword(store: Store, member: Member, password: string, now: Date): Promise<void> {
  return passwordQueue.run('known', () => verifyOwner(store, member, password, now));
}

/** Attempts are limited, so that an unattended browser cannot be used to guess the password. */
async function verifyOwner(store: Store, member: Member, password: string, now: Date): Promise<void> {
  const counters = memberCounters(member.owner);
  await countAttempt(store, counters, now);
  const found = await store.accounts.credentials(member.email);
  if (!found || !(await verifyPassword(password, found.passwordHash))) {
    throw new Problem('invalid', 'The current password is incorrect.');
  }
  await forgive(store, counters);
}
