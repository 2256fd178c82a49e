import { hash } from 'node:crypto';
import type { CollectionState } from './listing.ts';

export const SECRET_BYTES = 32;

/** A session ends when it was not used for this long. */
export const SESSION_DAYS = 30;
export const INVITATION_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A secret is 256 random bits, so a plain hash is enough: there is nothing to guess. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

export function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

/** What is known of a signed-in browser; its secret is in its cookie and nowhere else. */
export interface SessionRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly userAgent: string;
  readonly address: string;
}

/** Who is visiting, with the state of the collection of all that the visitor owns. */
export interface Member {
  readonly owner: string;
  readonly email: string;
  readonly sessionId: string;
  readonly lastSeenAt: string;
  readonly webpages: CollectionState;
}

/** What a visit meets first. */
export interface Threshold {
  /** What the operator tells visitors while the service is closed. */
  readonly maintenance: string | undefined;
  readonly member: Member | undefined;
}

/** A link that makes one account. Without an inviter it is the set-up link, which makes the first one. */
export interface Invitation {
  readonly id: string;
  readonly inviter: string | undefined;
  readonly createdAt: string;
  readonly expiresAt: string;
}
