import type { Box } from '../../domain/findings.ts';
import type { Bitmap, Pair } from './bitmap.ts';

/** Wider than the spaces of text up to 40 px. */
const LEAST_GUTTER = 12;

/**
 * The columns of a part, if both pictures have gutters at the same places: at least two, or one that is narrower than the part.
 * A gutter is a vertical strip in which every row has one colour.
 */
export function splitColumns(before: Bitmap, after: Bitmap, pair: Pair): Pair[] {
  const { width } = pair.before;
  if (pair.after.width !== width) return [];
  const still = new Uint8Array(width).fill(1);
  clearVaried(before, pair.before, still);
  clearVaried(after, pair.after, still);
  // The last column has no neighbour at the right: it belongs to the same gutter as the one before it.
  if (width > 1) still[width - 1] = still[width - 2] ?? 0;
  const columns: Pair[] = [];
  let from = 0;
  let gutter = 0;
  for (let at = 0; at <= width; at += 1) {
    if (at < width && still[at] === 1) {
      gutter += 1;
      continue;
    }
    const isMargin = at === width || gutter === at;
    const isGutter = gutter > 0 && (gutter >= LEAST_GUTTER || isMargin) && isSameStrip(before, after, pair, at - 1);
    const to = isGutter ? at - gutter : at;
    // With one column of the gutter, so that the part begins with the colour of its background.
    const start = Math.max(0, from - 1);
    if ((isGutter || at === width) && to > from) columns.push(columnOf(pair, start, to - start));
    if (isGutter) from = at;
    gutter = 0;
  }
  const isWhole = columns.length === 1 && columns[0]?.before.width === width;
  return isWhole ? [] : columns;
}

/** Whether both pictures have the same colours from top to bottom, however high each one is. */
function isSameStrip(before: Bitmap, after: Bitmap, pair: Pair, x: number): boolean {
  const old = coloursDown(before, pair.before, pair.before.x + x);
  const newer = coloursDown(after, pair.after, pair.after.x + x);
  return old.length === newer.length && old.every((colour, index) => colour === newer[index]);
}

function coloursDown({ data, width }: Bitmap, { y, height }: Box, x: number): number[] {
  const colours: number[] = [];
  for (let row = y; row < y + height; row += 1) {
    const at = (row * width + x) * 3;
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    if (colours.at(-1) !== colour) colours.push(colour);
  }
  return colours;
}

function columnOf({ before, after }: Pair, x: number, width: number): Pair {
  return { before: { ...before, x: before.x + x, width }, after: { ...after, x: after.x + x, width } };
}

/** Clears the flag of each column where a row has another colour than in the column to the right. */
function clearVaried({ data, width }: Bitmap, box: Box, still: Uint8Array): void {
  const alive: number[] = [];
  for (let at = 0; at < box.width - 1; at += 1) if (still[at] === 1) alive.push(at);
  for (let y = box.y; y < box.y + box.height && alive.length > 0; y += 1) {
    const row = (y * width + box.x) * 3;
    let kept = 0;
    for (const at of alive) {
      const pixel = row + at * 3;
      const isSame =
        data[pixel] === data[pixel + 3] && data[pixel + 1] === data[pixel + 4] && data[pixel + 2] === data[pixel + 5];
      if (isSame) {
        alive[kept] = at;
        kept += 1;
      } else still[at] = 0;
    }
    alive.length = kept;
  }
}
