import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';

/**
 * Rows of a part of a picture, where consecutive equal rows are one run. Runs of both pictures with equal keys have equal
 * pixels, whatever their heights: a space that is one pixel higher, because the page is laid out at fractions of a
 * pixel, is the same space.
 */
export interface RowRuns {
  readonly count: number;
  /** A hash of the pixels of the row. */
  readonly keys: Int32Array;
  /** The first row of each run, and the row after the last run. */
  readonly tops: Int32Array;
  /** 1 where all pixels of the row have the same colour. */
  readonly flat: Uint8Array;
}

/** `inWords`: hashes four bytes at once, three times as fast. Both pictures must be hashed in the same way. */
export function runsOfRows(bitmap: Bitmap, box: Box, inWords: boolean): RowRuns {
  const keys = new Int32Array(box.height);
  const tops = new Int32Array(box.height + 1);
  const flat = new Uint8Array(box.height);
  const hash = rowHash(bitmap, box, inWords);
  let count = 0;
  for (let y = box.y; y < box.y + box.height; y += 1) {
    // Comparing the bytes takes 0.2 to 0.6 µs, a hash 2 µs. On the five pages of the bench, 10 % (photographs) to 99 %
    // (the long page) of the rows are like the one above.
    if (count > 0 && isLikeRowAbove(bitmap, box, y)) continue;
    keys[count] = hash(y);
    tops[count] = y;
    flat[count] = isFlatRow(bitmap, box, y) ? 1 : 0;
    count += 1;
  }
  tops[count] = box.y + box.height;
  return { count, keys, tops, flat };
}

export function isLikeRowAbove({ data, width }: Bitmap, box: Box, y: number): boolean {
  const from = (y * width + box.x) * 3;
  const above = from - width * 3;
  const length = box.width * 3;
  return Buffer.compare(data.subarray(above, above + length), data.subarray(from, from + length)) === 0;
}

/** Whether each pixel is like the one to its left. */
export function isFlatRow({ data, width }: Bitmap, box: Box, y: number): boolean {
  const from = (y * width + box.x) * 3;
  const to = from + box.width * 3;
  return Buffer.compare(data.subarray(from, to - 3), data.subarray(from + 3, to)) === 0;
}

/** Whether each row of the part begins and ends at a multiple of four bytes. */
export function canHashInWords({ data, width }: Bitmap, box: Box): boolean {
  return [width * 3, box.x * 3, box.width * 3, data.byteOffset].every((bytes) => bytes % 4 === 0);
}

function rowHash({ data, width }: Bitmap, box: Box, inWords: boolean): (y: number) => number {
  if (!inWords) return (y) => hashSlice(data, (y * width + box.x) * 3, box.width * 3);
  const words = new Int32Array(data.buffer, data.byteOffset, data.length >> 2);
  return (y) => hashSlice(words, ((y * width + box.x) * 3) >> 2, (box.width * 3) >> 2);
}

/** FNV-1a over the values at even and at odd places, which the processor computes side by side, with a final mix. */
function hashSlice(values: Uint8Array | Int32Array, from: number, length: number): number {
  const to = from + length;
  let even = 0x811c9dc5 | 0;
  let odd = length | 0;
  for (let at = from; at < to; at += 2) {
    even = Math.imul(even ^ (values[at] ?? 0), 0x01000193);
    odd = Math.imul(odd ^ (at + 1 < to ? (values[at + 1] ?? 0) : 0), 0x01000193);
    even ^= even >>> 15;
    odd ^= odd >>> 15;
  }
  const hash = Math.imul(even ^ (even >>> 13), 0x5bd1e995) ^ odd;
  return Math.imul(hash ^ (hash >>> 13), 0x5bd1e995);
}
