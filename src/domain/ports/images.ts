import type { Readable } from 'node:stream';

/** Both ends belong to the range, as in HTTP. Without an end it runs to the last byte. */
export type ByteRange = { start: number; end?: number };

/** `size` is the size of the whole image, `length` the length of the stream. */
export type ImageRead = { size: number; length: number; stream: Readable };

export type ListedImage = { key: string; size: number; modifiedAt: Date };

/**
 * Stores the bytes of pictures. Images never change: a key is written once and removed once.
 *
 * Every method throws Problem('invalid') for a text that is not an image key, and Problem('unavailable') if the store
 * fails: the disk is full, a permission is missing, the bucket does not answer.
 */
export type Images = {
  /**
   * When it resolves, the image is complete and survives a power cut. If it throws, no reader ever sees a part of it.
   * Throws Problem('invalid') for zero bytes, which Chromium returns as a success for a picture that is too tall.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Throws Problem('not-found') before any byte is read, and Problem('invalid') for a range that starts after the end.
   * A range that ends after the end is cut. The caller consumes or destroys the stream, which holds a file or a
   * connection.
   */
  read(key: string, range?: ByteRange): Promise<ImageRead>;
  /** Throws Problem('not-found'). */
  size(key: string): Promise<number>;
  /** Removing an absent key succeeds. */
  remove(key: string): Promise<void>;
  /** Throws Problem('unavailable') if images cannot be read, or if a check without a write shows that none can be put. */
  check(): Promise<void>;
  /** Every complete image, in no particular order. Images put or removed during the listing may be listed or not. */
  list(): AsyncIterable<ListedImage>;
  /** The number of temporary files of writes that were interrupted. 0 where the store itself removes them. */
  countUnfinished(now: Date): Promise<number>;
  removeUnfinished(now: Date): Promise<void>;
};
