import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { Problem } from '../domain/problem.ts';

/** The key that encrypts the cookies and headers of pages behind a login before they are stored. */
export type SealingKey = { readonly key: Uint8Array; readonly id: string };

// v1: AES-256-GCM, a nonce of 12 bytes, a tag of 16. Random nonces are safe for 2^32 texts under one key.
const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// The key derivation is fast, so the secret itself must be impossible to guess.
const MIN_SECRET_LENGTH = 32;

/** Derives the key from SECRET_KEY. Throws Problem('invalid') if it is too short. */
export function sealingKey(secretKey: string): SealingKey {
  if (secretKey.length < MIN_SECRET_LENGTH) {
    const advice = `it needs ${MIN_SECRET_LENGTH} or more that cannot be guessed, as \`openssl rand -hex 32\` makes`;
    throw new Problem('invalid', `SECRET_KEY has ${secretKey.length} characters; ${advice}.`);
  }
  const derive = (purpose: string, length: number) =>
    new Uint8Array(hkdfSync('sha256', secretKey, '', `pagekeep page credentials ${VERSION} ${purpose}`, length));
  // The id distinguishes a wrong key from a damaged text, and does not reveal the key.
  return { key: derive('key', 32), id: derive('id', 4).toHex() };
}

export type Plain = {
  text: string;
  /** The record that the text belongs to, such as the id of a page. The text cannot be decrypted for another one. */
  boundTo: string;
  randomBytes: (size: number) => Uint8Array;
};

/** `v1.<id of the key>.<nonce, ciphertext and tag in base64url>` */
export function seal({ key, id }: SealingKey, { text, boundTo, randomBytes }: Plain): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${id}.${sealed.toString('base64url')}`;
}

/** Throws Problem('unprocessable') for a text of another key, another owner or another version, and for a damaged one. */
export function unseal({ key, id }: SealingKey, { sealed, boundTo }: { sealed: string; boundTo: string }): string {
  const [, version, keyId, body = ''] = /^([^.]+)\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/.exec(sealed) ?? [];
  const bytes = Buffer.from(body, 'base64url');
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw unreadable('they are not in a known format');
  if (keyId !== id) throw unreadable('SECRET_KEY is not the one they were stored with');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw unreadable('they are damaged, or belong to another page', cause);
  }
}

function unreadable(reason: string, cause?: unknown): Problem {
  const remedy = 'Start with the SECRET_KEY of that time, or enter the credentials again';
  return new Problem('unprocessable', `The stored credentials cannot be read: ${reason}. ${remedy}.`, { cause });
}
