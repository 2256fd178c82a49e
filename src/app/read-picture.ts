import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Images } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';
import type { Picture } from '../domain/screenshot.ts';

type StoredImage = Pick<Picture, 'contentKey' | 'sha256'>;

/** Throws Problem('not-found') if the file is missing, Problem('damaged') if it is damaged, and the problems of Images. */
export async function readPicture(images: Images, { contentKey, sha256 }: StoredImage): Promise<Buffer> {
  const bytes = await orMissing(async () => buffer((await images.read(contentKey)).stream));
  if (hash('sha256', bytes) !== sha256) throw damaged(contentKey);
  return bytes;
}

/** Like readPicture, for an image that is passed on. A damaged one fails before its last bytes. */
export async function streamPicture(
  images: Images,
  { contentKey, sha256 }: StoredImage,
): Promise<{ length: number; stream: Readable }> {
  const { length, stream } = await orMissing(() => images.read(contentKey));
  return { length, stream: checkedStream(stream, { key: contentKey, sha256 }) };
}

interface Expected {
  readonly key: string;
  readonly sha256: string;
  /** The bytes to pass on, as in HTTP; undefined: all. The source has all bytes, because the hash is that of the whole image. */
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}

/**
 * Passes an image on in pieces, and holds the last one back until the hash of the image is known. A damaged image fails
 * with Problem('damaged') instead, so no reader takes it for complete.
 */
export function checkedStream(source: Readable, expected: Expected): Readable {
  const checked = Readable.from(checkedPieces(source, expected), { objectMode: false });
  // A stream that is destroyed before it is read has not started the generator, which would destroy its source.
  return checked.once('close', () => source.destroy());
}

async function* checkedPieces(source: Readable, { key, sha256, range }: Expected): AsyncGenerator<Buffer> {
  const sum = createHash('sha256');
  let position = 0;
  let held: Buffer | undefined;
  for await (const piece of source as AsyncIterable<Buffer>) {
    sum.update(piece);
    const wanted = range === undefined ? piece : piece.subarray(...within(range, position, piece.length));
    position += piece.length;
    if (wanted.length === 0) continue;
    if (held) yield held;
    held = wanted;
  }
  if (sum.digest('hex') !== sha256) throw damaged(key);
  if (held) yield held;
}

/** The part of a piece that belongs to the range. */
function within({ start, end }: { start: number; end: number }, position: number, length: number): [number, number] {
  const clamp = (offset: number) => Math.min(Math.max(offset - position, 0), length);
  return [clamp(start), clamp(end + 1)];
}

/** The cause is for the log: it names the file. */
function damaged(key: string): Problem {
  const cause = new Error(`${key} does not have the hash of its record`);
  return new Problem('damaged', 'The image is damaged. It can be restored from a backup.', { cause });
}

async function orMissing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'not-found')) throw error;
    throw new Problem('not-found', 'The image of one of the captures is missing.', { cause: error });
  }
}
