import { readPassword } from '../domain/account.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import type { Member } from '../domain/session.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { countAttempt, forgiveAttempts } from './sign-in.ts';

/** Where and when someone proves to be the owner of an account. */
interface Proof {
  readonly address: string;
  readonly now: Date;
}

/** Throws Problem('invalid') if the old password is wrong or the new one too short. Other browsers are signed out. */
export async function changePassword(
  store: Store,
  member: Member,
  passwords: { old: string; new: string },
  proof: Proof,
): Promise<void> {
  const password = readPassword(passwords.new);
  await proveOwnership(store, member, passwords.old, proof);
  const passwordHash = await hashPassword(password);
  await store.transaction(async (tx) => {
    await tx.accounts.setPassword(member.owner, passwordHash);
    await tx.sessions.endOthers(member.owner, member.sessionId);
  });
}

/**
 * For the operator, who needs no old password. Whoever is signed in may be the reason for the new one, so every browser
 * is signed out. Throws Problem('not-found'), Problem('invalid') for a password that is too short.
 */
export async function replacePassword(store: Store, owner: string, newPassword: string): Promise<void> {
  const passwordHash = await hashPassword(readPassword(newPassword));
  await store.transaction(async (tx) => {
    await tx.accounts.setPassword(owner, passwordHash);
    await tx.sessions.endAll(owner);
  });
}

/** Deletes the account with everything in it. Throws Problem('invalid') unless the owner typed address and password. */
export async function closeAccount(
  store: Store,
  member: Member,
  typed: { email: string; password: string },
  proof: Proof,
): Promise<void> {
  if (typed.email.trim().toLowerCase() !== member.email) {
    throw new Problem('invalid', `To delete the account, type its e-mail address: ${member.email}.`);
  }
  await proveOwnership(store, member, typed.password, proof);
  await store.accounts.close(member.owner, proof.now);
}

/** Tries are counted as at the sign-in: whoever found an open browser does not find the password with it. */
async function proveOwnership(store: Store, member: Member, password: string, { address, now }: Proof): Promise<void> {
  await countAttempt(store, member.email, address, now);
  const found = await store.accounts.credentials(member.email);
  if (!found || !(await verifyPassword(password, found.passwordHash))) {
    throw new Problem('invalid', 'The password is wrong.');
  }
  await forgiveAttempts(store, member.email);
}
