import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { readLine } from '../domain/text.ts';
import {
  DEFAULT_SCOPES,
  hashToken,
  makeToken,
  readScopes,
  TOKEN_BYTES,
  type TokenLimits,
  type TokenRecord,
} from '../domain/token.ts';
import { coversNetworks, readNetworks } from './networks.ts';

/** The requested token, not yet validated. */
export interface TokenDraft {
  readonly name: string;
  /** Undefined: all that Archive API v3 can do. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
  readonly networks?: readonly string[] | undefined;
}

/**
 * Creates an API token, of which only the hash is stored. Throws Problem('invalid') with the invalid value, and
 * Problem('forbidden') if `creator`, the token that asks for it, would give more than it has.
 */
export async function addToken(
  store: Store,
  owner: string,
  draft: TokenDraft,
  now: Date,
  creator?: TokenLimits,
): Promise<{ token: string; record: TokenRecord }> {
  const token = makeToken(randomBytes(TOKEN_BYTES));
  const limits = readLimits(draft, now);
  const record = {
    id: randomUUIDv7(),
    name: readLine('The name', draft.name, 100),
    createdAt: now.toISOString(),
    lastUsedAt: undefined,
    ...(creator ? within(creator, limits) : limits),
  };
  await store.tokens.add(owner, record, hashToken(token));
  return { token, record };
}

function readLimits({ scopes = DEFAULT_SCOPES, expiresAt, networks = [] }: TokenDraft, now: Date): TokenLimits {
  if (expiresAt && !(expiresAt > now)) {
    throw new Problem('invalid', 'The token would have expired already; choose a time in the future.');
  }
  if (expiresAt && expiresAt.getUTCFullYear() > 9999) {
    throw new Problem('invalid', 'The token would expire after the year 9999; choose an earlier time, or none.');
  }
  return { scopes: readScopes(scopes), expiresAt: expiresAt?.toISOString(), networks: readNetworks(networks) };
}

/** A token that another one creates expires with it at the latest, and is limited to its networks at least. */
function within(creator: TokenLimits, wanted: TokenLimits): TokenLimits {
  const beyond = wanted.scopes.filter((scope) => !creator.scopes.includes(scope));
  if (beyond.length > 0) {
    throw new Problem('forbidden', `A token cannot give scopes that it does not have: ${beyond.join(', ')}.`);
  }
  const { expiresAt = creator.expiresAt } = wanted;
  if (creator.expiresAt !== undefined && expiresAt !== undefined && expiresAt > creator.expiresAt) {
    throw new Problem(
      'forbidden',
      `A token cannot outlive the one that creates it, which expires ${creator.expiresAt}.`,
    );
  }
  const networks = wanted.networks.length > 0 ? wanted.networks : creator.networks;
  if (creator.networks.length > 0 && !coversNetworks(creator.networks, networks)) {
    throw new Problem('forbidden', 'A token cannot admit addresses from which it is not admitted itself.');
  }
  return { scopes: wanted.scopes, expiresAt, networks };
}
