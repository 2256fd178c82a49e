import type { AccountRole } from '../domain/person.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';

/**
 * Removes an account and all its data, as if its owner had deleted it. Throws Problem('invalid') if the typed address is
 * wrong, Problem('conflict') for the own account, which its owner deletes with a password, and Problem('not-found').
 */
export async function removePerson(
  store: Store,
  administrator: string,
  id: string,
  typedEmail: string,
  now: Date,
): Promise<string> {
  const { email } = await store.people.find(id);
  if (id === administrator) throw new Problem('conflict', 'Delete your own account on the Account page.');
  if (typedEmail.trim().toLowerCase() !== email) {
    throw new Problem('invalid', `Enter ${email} to confirm that you want to remove this account.`);
  }
  await store.accounts.close(id, now);
  return email;
}

/** Throws Problem('invalid') for another word than those of ACCOUNT_ROLES. */
export function readRole(text: string): AccountRole {
  if (text === 'administrator' || text === 'member') return text;
  throw new Problem('invalid', 'The role must be administrator or member.');
}
