import type { Readable } from 'node:stream';
import { Problem } from './problem.ts';

/** What an image may be, by the ending of its key. */
export const IMAGE_TYPES = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const;

export type ImageExtension = keyof typeof IMAGE_TYPES;

/** Both ends belong to the range, as in HTTP; without an end it runs to the last byte. */
export type ByteRange = { start: number; end?: number };

/** `size` is that of the whole image, `length` that of the stream. */
export type ImageRead = { size: number; length: number; stream: Readable };

export type ListedImage = { key: string; size: number; modifiedAt: Date };

/**
 * Where the bytes of pictures are kept. Images never change: a key is written once, read for ever, removed once.
 *
 * Every method throws Problem('invalid') for a text that is not an image key, and Problem('unavailable') when the
 * store cannot do its work: the disk is full, a right is missing, the bucket is away.
 */
export type Images = {
  /**
   * Once it resolves, the image is whole and survives a power cut; if it throws, no reader ever sees a part of it.
   * Throws Problem('invalid') for no bytes at all: Chromium answers so, and calls it success, for a picture too tall.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Throws Problem('not-found') before any byte flows, and Problem('invalid') for a range that starts behind the end;
   * a range that ends behind it is cut. The caller consumes or destroys the stream: it holds a file or a connection.
   */
  read(key: string, range?: ByteRange): Promise<ImageRead>;
  /** Throws Problem('not-found'). */
  size(key: string): Promise<number>;
  /** Removing an absent key succeeds. */
  remove(key: string): Promise<void>;
  /** Throws Problem('unavailable') if images cannot be read, or if it can be told without writing that none can be put. */
  check(): Promise<void>;
  /** Every whole image, in no particular order; images put or removed meanwhile may be listed or not. */
  list(): AsyncIterable<ListedImage>;
};

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32,60}\.(webp|png|jpg)$/;

// 20 bytes: 16 bits name the two folders, which keeps a million images at about 15 in each, and the other 144 bits
// make the name, more than the 128 that nobody can guess.
const KEY_BYTES = 20;

/** A name that nobody can guess, and that never has to change: `ab/cd/<36 hex digits>.webp`. */
export function newImageKey(randomBytes: (size: number) => Uint8Array, extension: ImageExtension): string {
  const hex = randomBytes(KEY_BYTES).toHex();
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex.slice(4)}.${extension}`;
}

/** The pattern leaves no room for `..`, a leading slash or a second spelling, so a key can be a path as it is. */
export function isImageKey(text: string): boolean {
  return KEY.test(text);
}

export function checkImageKey(text: string): string {
  if (!isImageKey(text)) throw new Problem('invalid', `${JSON.stringify(text)} is not an image key.`);
  return text;
}

export function checkImageBytes(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new Problem('invalid', 'An image of 0 bytes is not kept.');
}

/** Throws Problem('invalid') for what is not a key. */
export function extensionOf(key: string): ImageExtension {
  return checkImageKey(key).split('.')[1] as ImageExtension;
}

/** The media type of an image, which its key alone tells. Throws Problem('invalid') for what is not a key. */
export function imageType(key: string): string {
  return IMAGE_TYPES[extensionOf(key)];
}

/** Where a range lies in an image of `size` bytes. Throws Problem('invalid') when none of it does. */
export function withinImage(range: ByteRange | undefined, size: number): { start: number; end: number } {
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? size - 1, size - 1);
  const whole = range === undefined;
  if (!whole && !(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end)) {
    throw new Problem(
      'invalid',
      `Bytes ${start} to ${range.end ?? 'the end'} are not part of an image of ${size} bytes.`,
    );
  }
  return { start, end };
}
