import { randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

// OWASP's recommendation for argon2id: 19 MiB of memory, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** The hash in PHC string format, which contains the costs, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveKey({ message: password, nonce, ...COST });
  const unpadded = (bytes: Uint8Array) => bytes.toBase64().replace(/=+$/, '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  if (!nonce || !tag) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await deriveKey({
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
