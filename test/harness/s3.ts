import crypto, { type CipherKey } from 'node:crypto';
import { rm } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';
import { temporaryFolder } from './engines.ts';

/** A real server of the S3 protocol, with a bucket, in a temporary folder. */
export interface Bucket {
  readonly endpoint: string;
  /** IMAGES_URL for a part of the bucket of its own. */
  url(prefix: string): string;
  remove(): Promise<void>;
}

export const BUCKET = 'pictures';

/** The credentials that the server knows, in the usual variables. */
export const S3_ENV = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/**
 * The server seals the tokens by which a listing goes on with DES, which the OpenSSL of Node no longer has; triple DES
 * with one key three times is the same.
 */
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const make = crypto[name] as (cipher: string, key: CipherKey, ...rest: unknown[]) => unknown;
  const made = (cipher: string, key: CipherKey, ...rest: unknown[]) =>
    cipher === 'des' && Buffer.isBuffer(key)
      ? make('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
      : make(cipher, key, ...rest);
  Object.assign(crypto, { [name]: made });
}

export async function makeBucket(): Promise<Bucket> {
  Object.assign(process.env, S3_ENV);
  const directory = await temporaryFolder('bucket');
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // It leaves the slash behind a bucket's name out of its sum, so no listing of the AWS SDK has a right signature.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    url: (prefix) => `s3://${BUCKET}/${prefix}?endpoint=${endpoint}`,
    async remove() {
      // Clients keep their connections; nobody waits for them.
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
