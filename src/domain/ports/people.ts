import type { AccountRole, ArchiveUse, Person } from '../person.ts';
import type { Quota } from '../quota.ts';
import type { Invitation } from '../session.ts';

/**
 * The accounts and invitations of the archive, for administrators and the command line. A caller in the web application
 * must be an administrator.
 */
export interface People {
  /** By age, the oldest first, beginning after a person. */
  list(page: { after: Pick<Person, 'createdAt' | 'id'> | undefined; limit: number }): Promise<Person[]>;
  /** The accounts with the largest pictures. */
  largest(limit: number): Promise<Person[]>;
  /** Throws Problem('not-found'). */
  find(id: string): Promise<Person>;
  /** Throws Problem('not-found'), and Problem('conflict') if the last administrator would become a member. */
  setRole(id: string, role: AccountRole): Promise<void>;
  /** Throws Problem('not-found'). */
  setQuota(id: string, quota: Quota): Promise<void>;
  total(): Promise<ArchiveUse>;
  /** The number of accounts whose captures pause because of their quota. */
  countOverQuota(now: Date): Promise<number>;
  /** All invitations that have not expired, without the set-up link. */
  invitations(now: Date): Promise<SentInvitation[]>;
  /** Throws Problem('not-found'). */
  revokeInvitation(id: string): Promise<void>;
  membersMayInvite(): Promise<boolean>;
  letMembersInvite(yes: boolean): Promise<void>;
}

export interface SentInvitation extends Invitation {
  readonly inviterEmail: string;
}
