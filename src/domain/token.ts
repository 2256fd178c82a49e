import { hash } from 'node:crypto';

/** Lets secret scanners find a token that was published by mistake. */
const PREFIX = 'pagekeep_';
export const TOKEN_BYTES = 24;

/** The most tokens of an account. */
export const MOST_TOKENS = 100;

export function makeToken(random: Buffer): string {
  return PREFIX + random.toString('hex');
}

/** A token has 192 random bits, so a fast hash without salt is safe. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** The token itself is shown once and not stored. */
export interface TokenRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | undefined;
}
