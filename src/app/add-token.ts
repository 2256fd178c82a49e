import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { readLine } from '../domain/text.ts';
import { hashToken, makeToken, TOKEN_BYTES, type TokenRecord } from '../domain/token.ts';

/** Creates an API token, of which only the hash is stored. Throws Problem('invalid') for an empty or too long name. */
export async function addToken(
  store: Store,
  owner: string,
  name: string,
  now: Date,
): Promise<{ token: string; record: TokenRecord }> {
  const token = makeToken(randomBytes(TOKEN_BYTES));
  const record = {
    id: randomUUIDv7(),
    name: readLine('The name', name, 100),
    createdAt: now.toISOString(),
    lastUsedAt: undefined,
  };
  await store.tokens.add(owner, record, hashToken(token));
  return { token, record };
}
