import type { Box } from '../../domain/findings.ts';
import type { Bitmap, Pair } from './bitmap.ts';

/** Wider than the spaces of text up to 40 px. */
const LEAST_GUTTER = 12;

/**
 * The columns of a part, if both pictures have gutters at the same places: at least two, or one that is narrower than the part.
 * A gutter is a vertical strip in which every row has one colour.
 */
export function splitColumns(before: Bitmap, after: Bitmap, pair: Pair): Pair[] {
  if (pair.before.x !== pair.after.x || pair.before.width !== pair.after.width) return [];
  const { x, width } = pair.before;
  const still = new Uint8Array(width).fill(1);
  clearVaried(before, pair.before, still);
  clearVaried(after, pair.after, still);
  const columns: Pair[] = [];
  let from = 0;
  let gutter = 0;
  for (let at = 0; at <= width; at += 1) {
    if (at < width && still[at] === 1) {
      gutter += 1;
      continue;
    }
    const isFirst = from === 0 && gutter === at;
    if (gutter >= LEAST_GUTTER || at === width || isFirst) {
      const to = at - gutter;
      if (to > from) columns.push(columnOf(pair, x + from, to - from));
      from = at;
    }
    gutter = 0;
  }
  const isWhole = columns.length === 1 && columns[0]?.before.width === width;
  return isWhole ? [] : columns;
}

function columnOf({ before, after }: Pair, x: number, width: number): Pair {
  return { before: { ...before, x, width }, after: { ...after, x, width } };
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
