import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Signing } from '../domain/webhook.ts';

/** Standard Webhooks 1.0. A message is signed together with its id and its time, so that none can be replayed later. */
export interface WebhookMessage {
  /** The same for each attempt. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

const HMAC = 'whsec_';
const PRIVATE = 'whsk_';
const PUBLIC = 'whpk_';

/** The DER of an ed25519 private key (RFC 8410) before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

export function makeSigningSecret(signing: Signing): string {
  if (signing === 'hmac') return HMAC + randomBytes(KEY_BYTES).toString('base64');
  const { privateKey } = generateKeyPairSync('ed25519');
  return PRIVATE + privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES).toString('base64');
}

/** The key for the receiver: the shared secret, or the public key. */
export function verificationKey(secret: string): string {
  if (secret.startsWith(HMAC)) return secret;
  const { x = '' } = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' });
  return PUBLIC + Buffer.from(x, 'base64url').toString('base64');
}

/** The headers of a message. With several secrets it has a signature of each. */
export function signedHeaders({ id, at, body }: WebhookMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(content, secret)).join(' '),
  };
}

function signatureOf(content: Buffer, secret: string): string {
  if (!secret.startsWith(HMAC)) return `v1a,${sign(null, content, privateKeyOf(secret)).toString('base64')}`;
  const key = Buffer.from(secret.slice(HMAC.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function privateKeyOf(secret: string) {
  const key = Buffer.concat([PKCS8, Buffer.from(secret.slice(PRIVATE.length), 'base64')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
