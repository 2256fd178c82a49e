import type { Bitmap, Pair } from './bitmap.ts';

/** Smaller differences of a channel are noise. */
const TOLERANCE = 12;

/** Chromium rounds the place of each letter to whole pixels: in a word that moved, single letters are one pixel farther. */
const STEPS = [0, 1, -1];

/**
 * Whether two words have the same columns of pixels from left to right. At columns that are the same as those beside them, which are
 * the spaces between letters, the newer word may have a column more or less. Two letters may also share a column in one of the words.
 */
export function hasSameLetters(before: Bitmap, after: Bitmap, { before: old, after: newer }: Pair): boolean {
  if (old.height !== newer.height) return false;
  const isSame = (x: number, shift: number) =>
    isSameColumn(before, old.x + x, old.y, after, newer.x + x + shift, newer.y, old.height);
  let shift = 0;
  for (let x = 0; x < old.width; x += 1) {
    if (x + shift >= 0 && x + shift < newer.width && isSame(x, shift)) continue;
    const other = STEPS.map((step) => shift + step).find(
      (each) => each !== shift && x + each >= 0 && isRunSame(x, each),
    );
    if (other !== undefined) shift = other;
    else if (isSharedBefore(x) && isRunSame(x + 1, shift + 1)) shift += 1;
    else if (isSharedAfter(x) && isRunSame(x + 2, shift - 1)) {
      shift -= 1;
      x += 1;
    } else return false;
    if (Math.abs(shift) > 2) return false;
  }
  return Math.abs(newer.width - old.width - shift) <= 1;

  /** Whether a column of the older word has the ends of two letters, which are in columns of their own in the newer one. */
  function isSharedBefore(x: number): boolean {
    const at = newer.x + x + shift;
    if (x + 2 >= old.width || x + shift < 0 || x + shift + 1 >= newer.width) return false;
    return isMadeOf({ bitmap: before, x: old.x + x, y: old.y }, { bitmap: after, x: at, y: newer.y }, old.height);
  }

  /** The same for a column of the newer word. The column may also be the beginning of a letter without a space before it. */
  function isSharedAfter(x: number): boolean {
    const at = newer.x + x + shift;
    if (x + 3 >= old.width || x + shift < 0 || x + shift >= newer.width) return false;
    return isMadeOf({ bitmap: after, x: at, y: newer.y }, { bitmap: before, x: old.x + x, y: old.y }, old.height);
  }

  /** Whether the next columns fit, so that a letter is not cut in two. */
  function isRunSame(x: number, each: number): boolean {
    const to = Math.min(old.width, x + 4);
    for (let at = x; at < to; at += 1) {
      if (at + each >= newer.width ? at < old.width - 1 : !isSame(at, each)) return false;
    }
    return true;
  }
}

function isSameColumn(
  before: Bitmap,
  oldX: number,
  oldY: number,
  after: Bitmap,
  newX: number,
  newY: number,
  height: number,
): boolean {
  if (newX < 0 || newX >= after.width) return false;
  let there = (oldY * before.width + oldX) * 3;
  let here = (newY * after.width + newX) * 3;
  for (let row = 0; row < height; row += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const difference = (before.data[there + channel] as number) - (after.data[here + channel] as number);
      if (difference > TOLERANCE || difference < -TOLERANCE) return false;
    }
    there += before.width * 3;
    here += after.width * 3;
  }
  return true;
}

/** The uppermost pixel of a column. */
interface Top {
  readonly bitmap: Bitmap;
  readonly x: number;
  readonly y: number;
}

/** Whether each pixel of the column is in one of two neighbouring columns. */
function isMadeOf(column: Top, first: Top, height: number): boolean {
  for (let row = 0; row < height; row += 1) {
    const isOf = (x: number) =>
      isSameColumn(column.bitmap, column.x, column.y + row, first.bitmap, x, first.y + row, 1);
    if (!isOf(first.x) && !isOf(first.x + 1)) return false;
  }
  return true;
}
