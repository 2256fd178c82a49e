import { hash } from 'node:crypto';
import { Problem } from './problem.ts';
import { printable } from './text.ts';

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

/**
 * The rights of a token. Every token may read. `delete` permits every DELETE of a record, also in Archive API v3. `manage`
 * permits all other changes, and tokens themselves.
 */
export const SCOPES = ['read', 'delete', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** For people. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  read: 'Read',
  delete: 'Delete webpages and captures',
  manage: 'Manage: add, change and capture webpages, create tokens',
};

/** All that Archive API v3 can do. */
export const DEFAULT_SCOPES: readonly Scope[] = ['read', 'delete'];

/** The rights of a token, its expiry, and its networks. */
export interface TokenLimits {
  /** In the order of SCOPES. */
  readonly scopes: readonly Scope[];
  /** Undefined: never. */
  readonly expiresAt: string | undefined;
  /** Addresses and ranges (10.0.0.0/8) that requests may come from; empty: all. */
  readonly networks: readonly string[];
}

/** Throws Problem('invalid') with the invalid value and the allowed values. */
export function readScopes(names: readonly string[]): Scope[] {
  for (const name of names) {
    if (!SCOPES.some((scope) => scope === name)) {
      throw new Problem('invalid', `${printable(name)} is not a scope; allowed are ${SCOPES.join(', ')}.`);
    }
  }
  return SCOPES.filter((scope) => scope === 'read' || names.includes(scope));
}

/** The token itself is shown once and not stored. */
export interface TokenRecord extends TokenLimits {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | undefined;
}
