import type { Account } from '../account.ts';

export interface Accounts {
  /** Throws Problem('conflict') if the e-mail address is taken. */
  add(account: Account, passwordHash: string): Promise<void>;
  list(): Promise<Account[]>;
  /** Throws Problem('not-found'). */
  findByEmail(email: string): Promise<Account>;
  /** What is needed to check a password; undefined if nobody has this address. */
  credentials(email: string): Promise<Credentials | undefined>;
  /** Throws Problem('not-found'). */
  setPassword(owner: string, passwordHash: string): Promise<void>;
  /**
   * Shuts the account at once: its address, tokens, sessions and invitations are gone. Removals.dismantle then lets go
   * of its webpages, a few at a time. Throws Problem('not-found').
   */
  close(owner: string, now: Date): Promise<void>;
}

interface Credentials {
  readonly owner: string;
  readonly passwordHash: string;
}
