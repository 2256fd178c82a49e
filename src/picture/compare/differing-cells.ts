import type { Box } from '../../domain/findings.ts';
import type { Bitmap, Pair } from './bitmap.ts';

/** The side of a square cell in pixels. */
const CELL = 8;

/** A pixel whose channels differ less from some neighbour in the other picture is the same: noise of JPEG and of anti-aliasing. */
const TOLERANCE = 24;

/** A flat cell whose colour differs more is another colour. */
const FLAT_TOLERANCE = 4;

export interface Differing {
  /** The box around the different pixels, relative to the part. */
  readonly box: Box;
  readonly pixels: number;
}

/**
 * Compares two parts that lie on each other. Text that is drawn at another fraction of a pixel has other pixels, but each
 * one lies between the values around it in the other picture, which a different letter does not.
 */
export function differingCells(before: Bitmap, after: Bitmap, pair: Pair): Differing[] {
  const width = Math.min(pair.before.width, pair.after.width);
  const height = Math.min(pair.before.height, pair.after.height);
  const found: Differing[] = [];
  for (let y = 0; y < height; y += CELL) {
    for (let x = 0; x < width; x += CELL) {
      const cell = { x, y, width: Math.min(CELL, width - x), height: Math.min(CELL, height - y) };
      const differing = compareCell(before, after, pair, cell);
      if (differing) found.push(differing);
    }
  }
  return found;
}

function compareCell(before: Bitmap, after: Bitmap, pair: Pair, cell: Box): Differing | undefined {
  let [left, top, right, bottom, pixels] = [cell.x + cell.width, cell.y + cell.height, cell.x, cell.y, 0];
  let isFlat = true;
  let most = 0;
  const firstOld = ((pair.before.y + cell.y) * before.width + pair.before.x + cell.x) * 3;
  const firstNew = ((pair.after.y + cell.y) * after.width + pair.after.x + cell.x) * 3;
  for (let y = cell.y; y < cell.y + cell.height; y += 1) {
    let old = ((pair.before.y + y) * before.width + pair.before.x + cell.x) * 3;
    let newer = ((pair.after.y + y) * after.width + pair.after.x + cell.x) * 3;
    for (let x = cell.x; x < cell.x + cell.width; x += 1) {
      let distance = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = before.data[old + channel] ?? 0;
        const other = after.data[newer + channel] ?? 0;
        distance = Math.max(distance, Math.abs(value - other));
        if (isFlat) {
          const spread = Math.abs(value - (before.data[firstOld + channel] ?? 0));
          const otherSpread = Math.abs(other - (after.data[firstNew + channel] ?? 0));
          if (spread > FLAT_TOLERANCE || otherSpread > FLAT_TOLERANCE) isFlat = false;
        }
      }
      most = Math.max(most, distance);
      if (
        distance > TOLERANCE &&
        (!isExplained(before, old, after, newer, pair.after) || !isExplained(after, newer, before, old, pair.before))
      ) {
        pixels += 1;
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
      old += 3;
      newer += 3;
    }
  }
  if (isFlat && most > FLAT_TOLERANCE) return { box: cell, pixels: cell.width * cell.height };
  if (pixels === 0) return undefined;
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, pixels };
}

/** Whether each channel of a pixel lies between the values of the nine pixels around its place in the other picture. */
function isExplained(one: Bitmap, at: number, other: Bitmap, there: number, within: Box): boolean {
  const pixel = there / 3;
  const x = pixel % other.width;
  const y = (pixel - x) / other.width;
  const [left, right] = [Math.max(within.x, x - 1), Math.min(within.x + within.width - 1, x + 1)];
  const [top, bottom] = [Math.max(within.y, y - 1), Math.min(within.y + within.height - 1, y + 1)];
  for (let channel = 0; channel < 3; channel += 1) {
    let low = 255;
    let high = 0;
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const value = other.data[(row * other.width + column) * 3 + channel] ?? 0;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    const value = one.data[at + channel] ?? 0;
    if (value < low - TOLERANCE || value > high + TOLERANCE) return false;
  }
  return true;
}
