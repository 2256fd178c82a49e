import crypto, { type CipherKey } from 'node:crypto';
import { rm } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';
import { temporaryFolder } from './engines.ts';

/** An S3 server with one bucket, in a temporary folder. */
export interface Bucket {
  readonly endpoint: string;
  /** An IMAGES_URL with this prefix in the bucket. */
  url(prefix: string): string;
  /** The file in which the server stores an object. */
  fileOf(key: string): string;
  remove(): Promise<void>;
}

export const BUCKET = 'pictures';

/** S3 itself lists 1000 objects at a time. */
export const OBJECTS_PER_PAGE = 100;

/** The credentials that the server accepts. */
export const S3_ENV = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/**
 * The server encrypts its continuation tokens with DES, which Node's OpenSSL does not support. Triple DES with three equal
 * keys gives the same result.
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
    // The server omits the slash after the bucket name from its signature, so that listings by the AWS SDK never match.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  // The server's own deletion also removes the empty folder, with any object that is stored in it at the same moment.
  server.store.deleteObject = async (bucket, key) => {
    for (const part of ['object', 'object.md5', 'metadata.json']) {
      await rm(server.store.getResourcePath(bucket, key, part), { force: true });
    }
  };
  // Short pages, so that a test needs few objects for several of them.
  const { listObjects } = server.store;
  server.store.listObjects = (bucket, options) =>
    listObjects.call(server.store, bucket, { ...options, maxKeys: Math.min(options.maxKeys, OBJECTS_PER_PAGE) });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    url: (prefix) => `s3://${BUCKET}/${prefix}?endpoint=${endpoint}`,
    fileOf: (key) => server.store.getResourcePath(BUCKET, key, 'object'),
    async remove() {
      // close() would wait for keep-alive connections of the clients.
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
