import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { readLine } from '../domain/text.ts';
import { hashToken, makeToken, TOKEN_BYTES, type TokenRecord } from '../domain/token.ts';

/** Makes an API token, which is shown once and kept nowhere. Throws Problem('invalid') for a name that is none. */
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
