import { hash } from 'node:crypto';

/** The prefix lets secret scanners find a token that was published by mistake. */
const PREFIX = 'pagekeep_';
export const TOKEN_BYTES = 24;

export function makeToken(random: Buffer): string {
  return PREFIX + random.toString('hex');
}

/** A token is 192 random bits, so a plain hash is enough: there is nothing to guess. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** What is known of a token; the token itself is shown once and kept nowhere. */
export interface TokenRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | undefined;
}
