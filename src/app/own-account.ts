import { readPassword } from '../domain/account.ts';
import type { Store } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import type { Member } from '../domain/session.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** Throws Problem('invalid') if the old password is wrong or the new one too short. Other browsers are signed out. */
export async function changePassword(
  store: Store,
  member: Member,
  passwords: { old: string; new: string },
): Promise<void> {
  const password = readPassword(passwords.new);
  await proveOwnership(store, member, passwords.old);
  const passwordHash = await hashPassword(password);
  await store.transaction(async (tx) => {
    await tx.accounts.setPassword(member.owner, passwordHash);
    await tx.sessions.endOthers(member.owner, member.sessionId);
  });
}

/** Deletes the account with everything in it. Throws Problem('invalid') unless the owner typed address and password. */
export async function closeAccount(
  store: Store,
  member: Member,
  typed: { email: string; password: string },
  now: Date,
): Promise<void> {
  if (typed.email.trim().toLowerCase() !== member.email) {
    throw new Problem('invalid', `To delete the account, type its e-mail address: ${member.email}.`);
  }
  await proveOwnership(store, member, typed.password);
  await store.accounts.close(member.owner, now);
}

async function proveOwnership(store: Store, member: Member, password: string): Promise<void> {
  const found = await store.accounts.credentials(member.email);
  if (!found || !(await verifyPassword(password, found.passwordHash))) {
    throw new Problem('invalid', 'The password is wrong.');
  }
}
