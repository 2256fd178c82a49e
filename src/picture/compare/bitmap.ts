import type { Box, Size } from '../../domain/findings.ts';

/** The pixels of a picture: red, green and blue, row by row. */
export interface Bitmap {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type SideName = 'before' | 'after';

/** Both pictures of the page. */
export type Pictures = Readonly<Record<SideName, Bitmap>>;

/** The same part of the page in both pictures. One box is empty where only the other picture has content. */
export interface Pair {
  readonly before: Box;
  readonly after: Box;
}

export function isEmpty({ width, height }: Box): boolean {
  return width <= 0 || height <= 0;
}

export function areaOf({ width, height }: Size): number {
  return Math.max(0, width) * Math.max(0, height);
}

/** Whether both parts have exactly the same pixels. */
export function isSamePart(one: Bitmap, there: Box, other: Bitmap, here: Box): boolean {
  if (there.width !== here.width || there.height !== here.height) return false;
  const length = there.width * 3;
  for (let row = 0; row < there.height; row += 1) {
    const from = ((there.y + row) * one.width + there.x) * 3;
    const to = ((here.y + row) * other.width + here.x) * 3;
    if (!isSameSlice(one.data, from, other.data, to, length)) return false;
  }
  return true;
}

function isSameSlice(one: Uint8Array, from: number, other: Uint8Array, to: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) {
    if (one[from + at] !== other[to + at]) return false;
  }
  return true;
}
