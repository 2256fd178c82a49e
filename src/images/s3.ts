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
import {
  type ByteRange,
  checkImageBytes,
  checkImageKey,
  type ImageRead,
  type Images,
  imageType,
  isImageKey,
  type ListedImage,
  newImageKey,
  withinImage,
} from '../domain/images.ts';
import { Problem } from '../domain/problem.ts';
import { bucketProblem, isAbsent, isOutOfRange } from './s3-problem.ts';
import type { BucketAddress } from './s3-url.ts';

export interface Patience {
  readonly connectMs: number;
  /** Longest silence of a connection that is in use. */
  readonly stallMs: number;
  /** Refused connections, silence, 429 and 5xx are tried so often in all, with growing pauses between. */
  readonly attempts: number;
}

const USUAL_PATIENCE: Patience = { connectMs: 5_000, stallMs: 30_000, attempts: 4 };

// Above this a picture goes up in parts: one that fails is sent again alone. 5 MiB is the smallest part S3 allows.
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;

const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Images as objects of a bucket, at the key behind the prefix. Throws Problem('unavailable') for a bucket that cannot be used. */
export async function openImageBucket(address: BucketAddress, patience = patienceOf(address)): Promise<Images> {
  const { bucket: Bucket, prefix } = address;
  const client = connect(address, patience);
  const named = (key: string) => ({ Bucket, Key: prefix + checkImageKey(key) });

  // Unlike HEAD, this is answered with a body that tells a missing bucket from a missing right.
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
    // A question whose right answer is no: it costs a tenth of a listing, and nothing has to be written to ask it.
    check: async () => {
      const name = named(newImageKey(randomBytes, 'png'));
      await orNotFound(() => client.send(new HeadObjectCommand(name))).catch(unlessAbsent);
    },
    list: () => listObjects(client, Bucket, prefix),
  };
}

function unlessAbsent(error: unknown): void {
  if (!(error instanceof Problem && error.kind === 'not-found')) throw error;
}

function patienceOf({ timeoutMs }: BucketAddress): Patience {
  return { ...USUAL_PATIENCE, ...(timeoutMs === undefined ? {} : { stallMs: timeoutMs }) };
}

function connect({ endpoint, region, forcePathStyle }: BucketAddress, patience: Patience): S3Client {
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    forcePathStyle,
    maxAttempts: patience.attempts,
    requestHandler: {
      connectionTimeout: patience.connectMs,
      // Silence counts, not the whole time: a large image over a slow line may take long.
      socketTimeout: patience.stallMs,
    },
    // The signature covers the bytes already; many servers do not know the checksums that the SDK would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

async function putInParts(client: S3Client, object: PutObjectCommandInput): Promise<void> {
  const upload = new Upload({
    client,
    params: object,
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: true,
  });
  try {
    await upload.done();
  } catch (error) {
    // Parts of an image that was never finished cost money, and nobody sees them. If they cannot be removed either,
    // what went wrong first is what the operator has to know; a rule of the bucket removes them later.
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
  const stream = Readable.from(inOurWords(answer.Body as Readable), { objectMode: false });
  return { size: whole === undefined ? length : Number(whole), length, stream };
}

async function* inOurWords(body: Readable) {
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
