import type { Account } from '../account.ts';

export interface Accounts {
  /** The first account becomes an administrator. Throws Problem('conflict') if the e-mail address is taken. */
  add(account: Account, passwordHash: string): Promise<void>;
  list(): Promise<Account[]>;
  /** Throws Problem('not-found'). */
  findByEmail(email: string): Promise<Account>;
  /** The data for checking a password; undefined if there is no such account. */
  credentials(email: string): Promise<Credentials | undefined>;
  /** Returns the hash of the password, and locks it until the end of the transaction. Undefined for a closed account. */
  holdPassword(owner: string): Promise<string | undefined>;
  /** Throws Problem('not-found'). */
  setPassword(owner: string, passwordHash: string): Promise<void>;
  /**
   * Removes the account's e-mail address, tokens, sessions and invitations at once. Removals.dismantle then removes its
   * webpages in small steps. Throws Problem('not-found'), and Problem('conflict') for the last administrator of others.
   */
  close(owner: string, now: Date): Promise<void>;
}

interface Credentials {
  readonly owner: string;
  readonly passwordHash: string;
}
