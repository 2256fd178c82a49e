import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checkImageKey, imageType, isImageKey, newImageKey } from '../domain/image-key.ts';
import type { ByteRange, ImageRead, Images, ListedImage } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';
import { checkImageBytes, withinImage } from './check-input.ts';
import { bucketProblem, isAbsent, isOutOfRange } from './s3-problem.ts';
import type { BucketAddress } from './s3-url.ts';

export interface Timeouts {
  readonly connectMs: number;
  /** The longest time without data on a connection. */
  readonly stallMs: number;
  /** The number of attempts after refused connections, timeouts, 429 and 5xx, with increasing delays. */
  readonly attempts: number;
}

const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 5_000, stallMs: 30_000, attempts: 4 };

// Larger images are uploaded in parts, so that only a failed part is sent again. S3 needs parts of at least 5 MiB.
const PART_BYTES = 8 * 1024 * 1024;
const CONCURRENT_PARTS = 3;

const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Stores images as objects of a bucket. Throws Problem('unavailable') for a bucket that cannot be used. */
export async function openImageBucket(address: BucketAddress, timeouts = timeoutsOf(address)): Promise<Images> {
  const { bucket: Bucket, prefix } = address;
  const client = connect(address, timeouts);
  const named = (key: string) => ({ Bucket, Key: prefix + checkImageKey(key) });

  // Unlike HEAD, a listing has a response body, which distinguishes a missing bucket from a missing permission.
  await orProblem(() => client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}nothing/`, MaxKeys: 1 })));

  return {
    put: async (key, bytes) => {
      const name = named(key);
      checkImageBytes(bytes);
      const object = { ...name, Body: bytes, ContentType: imageType(key), CacheControl: CACHE_CONTROL };
      if (bytes.length <= PART_BYTES) await orProblem(() => client.send(new PutObjectCommand(object)));
      else await orProblem(() => putInParts(client, object));
    },
    read: async (key, range) => {
      const name = named(key);
      return orNotFound(() => readObject(client, name, range));
    },
    size: async (key) => {
      const name = named(key);
      return (await orNotFound(() => client.send(new HeadObjectCommand(name)))).ContentLength ?? 0;
    },
    remove: async (key) => {
      const name = named(key);
      await orProblem(() => client.send(new DeleteObjectCommand(name)));
    },
    // Asks for an object that does not exist, which costs a tenth of a listing. 404 means that the bucket works.
    // A lifecycle rule of the bucket removes incomplete uploads.
    countUnfinished: async () => 0,
    removeUnfinished: async () => undefined,
    check: async () => {
      const name = named(newImageKey(randomBytes, 'png'));
      await orNotFound(() => client.send(new HeadObjectCommand(name))).catch(ignoreNotFound);
    },
    list: () => listObjects(client, Bucket, prefix),
  };
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Problem && error.kind === 'not-found')) throw error;
}

function timeoutsOf({ timeoutMs }: BucketAddress): Timeouts {
  return { ...DEFAULT_TIMEOUTS, ...(timeoutMs === undefined ? {} : { stallMs: timeoutMs }) };
}

function connect({ endpoint, region, forcePathStyle }: BucketAddress, timeouts: Timeouts): S3Client {
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    forcePathStyle,
    maxAttempts: timeouts.attempts,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      // Limits the time without data, not the total time, because a large image may take long on a slow connection.
      socketTimeout: timeouts.stallMs,
    },
    // The signature covers the bytes, and many servers do not support the additional checksums of the SDK.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

async function putInParts(client: S3Client, object: PutObjectCommandInput): Promise<void> {
  const upload = new Upload({
    client,
    params: object,
    partSize: PART_BYTES,
    queueSize: CONCURRENT_PARTS,
    leavePartsOnError: true,
  });
  try {
    await upload.done();
  } catch (error) {
    // Uploaded parts cost money. If they cannot be removed either, the first error matters to the operator, and a
    // lifecycle rule of the bucket removes the parts later.
    const { Bucket, Key } = object;
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId: upload.uploadId });
    if (upload.uploadId !== undefined) await client.send(abort).catch(() => undefined);
    throw error;
  }
}

async function readObject(
  client: S3Client,
  name: { Bucket: string; Key: string },
  range: ByteRange | undefined,
): Promise<ImageRead> {
  if (range) withinImage(range, Number.MAX_SAFE_INTEGER);
  const answer = await client.send(
    new GetObjectCommand({ ...name, ...(range ? { Range: `bytes=${range.start}-${range.end ?? ''}` } : {}) }),
  );
  const length = answer.ContentLength ?? 0;
  const whole = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
  const stream = Readable.from(convertErrors(answer.Body as Readable), { objectMode: false });
  return { size: whole === undefined ? length : Number(whole), length, stream };
}

async function* convertErrors(body: Readable) {
  try {
    yield* body;
  } catch (error) {
    throw bucketProblem(error);
  }
}

async function* listObjects(client: S3Client, Bucket: string, prefix: string): AsyncGenerator<ListedImage> {
  try {
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        const key = Key.slice(prefix.length);
        if (isImageKey(key)) yield { key, size: Size, modifiedAt: LastModified };
      }
    }
  } catch (error) {
    throw bucketProblem(error);
  }
}

async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  return orProblem(async () => {
    try {
      return await work();
    } catch (error) {
      if (isAbsent(error)) throw new Problem('not-found', 'There is no such image.');
      if (isOutOfRange(error)) throw new Problem('invalid', 'The range is not part of the image.');
      throw error;
    }
  });
}

async function orProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw bucketProblem(error);
  }
}
