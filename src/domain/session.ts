import { hash } from 'node:crypto';
import type { CollectionState } from './listing.ts';
import type { AccountRole } from './person.ts';
import type { Quota, Use } from './quota.ts';

export const SECRET_BYTES = 32;

/** A session ends after this time without use. */
export const SESSION_DAYS = 30;
export const INVITATION_DAYS = 7;
/** A browser is known to an account for this long after its last sign-in. Browsers delete cookies after 400 days. */
export const DEVICE_DAYS = 365;

/** The most invitations of an account that wait to be accepted. */
export const MOST_INVITATIONS = 20;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A secret has 256 random bits, so a fast hash without salt is safe. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

export function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

/** A signed-in browser. Its secret exists only in its cookie; the store has the hash. */
export interface SessionRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly userAgent: string;
  readonly address: string;
}

/** A signed-in user, with the state of the user's collection of webpages. */
export interface Member {
  readonly owner: string;
  readonly email: string;
  readonly sessionId: string;
  /** Whether the account signs in in two steps. */
  readonly twoStep: boolean;
  readonly lastSeenAt: string;
  readonly webpages: CollectionState;
  readonly role: AccountRole;
  readonly quota: Quota;
  readonly use: Use;
}

/** The data that every request of the web application reads first. */
export interface RequestContext {
  /** The message of the operator in maintenance mode. */
  readonly maintenance: string | undefined;
  readonly member: Member | undefined;
}

/** A link that creates one account. Without an inviter it is the set-up link for the first account. */
export interface Invitation {
  readonly id: string;
  readonly inviter: string | undefined;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The address that the link was sent to; undefined if the inviter passes it on. */
  readonly email: string | undefined;
}
