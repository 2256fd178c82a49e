import type { Account } from './account.ts';
import type { Quota, Use } from './quota.ts';

export const ACCOUNT_ROLES = ['administrator', 'member'] as const;

/** Administrators manage people, but cannot see the webpages of others. */
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** An account as administrators see it. */
export interface Person extends Account {
  readonly role: AccountRole;
  readonly quota: Quota;
  readonly use: Use;
}

/** The use of all accounts. */
export interface ArchiveUse {
  readonly accounts: number;
  readonly webpages: number;
  readonly bytes: number;
}
