import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';
import { isLikeRowAbove } from './row-runs.ts';

/** Neighbouring pixels that differ more are the edge of a letter, a picture or a shape; gradients and shadows differ less. */
const EDGE = 10;

/** The edge of a background may be fainter. */
const FAINT_EDGE = 3;

/** Straight edges of this length between two plain colours belong to frames, rules and backgrounds. */
const LEAST_STRAIGHT = 40;

/** Neighbours along a straight edge differ by at most this much: backgrounds may be gradients. */
const PLAIN = 2;

export interface Ink {
  /** INK, ACROSS or DOWN for each pixel of the part that is the edge of something; 0 for the others. */
  readonly pixels: Uint8Array;
  /** The straight edges across the part, each with the row below it. */
  readonly rules: readonly Box[];
}

export const INK = 1;
/** Long straight edges. */
export const ACROSS = 2;
export const DOWN = 3;

/**
 * The pixels of the part that differ from their neighbour at the left or above. Letters, icons and photographs have them on
 * every background. Long straight edges are told apart: the frame of a card is higher when its content is.
 */
export function inkOf(bitmap: Bitmap, box: Box): Ink {
  const pixels = new Uint8Array(box.width * box.height);
  const rules: Box[] = [];
  const starts = new Int32Array(box.width).fill(-1);
  for (let y = 0; y <= box.height; y += 1) {
    // Rows that are the same as the row above have no edges across, and continue all edges down.
    if (y > 0 && y < box.height && isLikeRowAbove(bitmap, box, box.y + y)) continue;
    if (y > 0 && y < box.height) markAcross(bitmap, box, y, pixels, rules);
    markDown(bitmap, box, y, pixels, starts);
  }
  return { pixels, rules };
}

/** Edges between a row and the row above. */
function markAcross({ data, width }: Bitmap, box: Box, y: number, pixels: Uint8Array, rules: Box[]): void {
  const row = ((box.y + y) * width + box.x) * 3;
  const above = row - width * 3;
  const line = y * box.width;
  let start = -1;
  let straightTo = -1;
  for (let x = 0; x <= box.width; x += 1) {
    const at = row + x * 3;
    const over = above + x * 3;
    const isEdge = x < box.width && isDifferent(data, at, over, FAINT_EDGE);
    if (!isEdge && start < 0) continue;
    if (isEdge && start >= 0 && !isDifferent(data, at, at - 3, PLAIN) && !isDifferent(data, over, over - 3, PLAIN)) {
      continue;
    }
    if (start >= 0 && x - start >= LEAST_STRAIGHT) {
      // The first and the last pixel of an underline are fainter where it lies at a fraction of a pixel.
      const first =
        start > 0 && pixels[line + start - 1] === INK && pixels[line + start - 2] !== INK ? start - 1 : start;
      pixels.fill(ACROSS, line + first, line + x);
      straightTo = x;
      pushRule(rules, { x: box.x + start, y: box.y + y, width: x - start, height: 0 });
    } else if (start >= 0 && start === straightTo && x - start === 1) {
      pixels[line + start] = ACROSS;
    } else if (start >= 0) {
      for (let marked = start; marked < x; marked += 1) {
        if (isDifferent(data, row + marked * 3, above + marked * 3, EDGE)) pixels[line + marked] = INK;
      }
    }
    start = isEdge ? x : -1;
  }
}

/** The rules of a table cross. */
const CROSSING = 4;

function pushRule(rules: Box[], rule: Box): void {
  const last = rules.at(-1);
  if (last && last.y === rule.y && rule.x - last.x - last.width <= CROSSING) {
    rules[rules.length - 1] = { ...last, width: rule.x + rule.width - last.x };
  } else rules.push(rule);
}

/** Edges between a column and the column at its left that end above this row. `starts` has the first row of those that go on. */
function markDown({ data, width }: Bitmap, box: Box, y: number, pixels: Uint8Array, starts: Int32Array): void {
  const stride = width * 3;
  const row = ((box.y + y) * width + box.x) * 3;
  for (let x = 1; x < box.width; x += 1) {
    const at = row + x * 3;
    const start = starts[x] as number;
    const isEdge = y < box.height && isDifferent(data, at, at - 3, FAINT_EDGE);
    if (!isEdge && start < 0) continue;
    const continues =
      isEdge &&
      start >= 0 &&
      !isDifferent(data, at, at - stride, PLAIN) &&
      !isDifferent(data, at - 3, at - 3 - stride, PLAIN);
    if (continues) continue;
    if (start >= 0) {
      const isStraight = y - start >= LEAST_STRAIGHT;
      for (let marked = start; marked < y; marked += 1) {
        const place = marked * box.width + x;
        const pixel = at - (y - marked) * stride;
        if (isStraight && pixels[place] !== INK) pixels[place] = DOWN;
        // Otherwise the ends of an underline would be parts of the letters above it.
        else if (!isStraight && pixels[place] !== ACROSS && isDifferent(data, pixel, pixel - 3, EDGE))
          pixels[place] = INK;
      }
    }
    starts[x] = isEdge ? y : -1;
  }
}

function isDifferent(data: Uint8Array, one: number, other: number, tolerance: number): boolean {
  const red = (data[one] as number) - (data[other] as number);
  if (red > tolerance || red < -tolerance) return true;
  const green = (data[one + 1] as number) - (data[other + 1] as number);
  if (green > tolerance || green < -tolerance) return true;
  const blue = (data[one + 2] as number) - (data[other + 2] as number);
  return blue > tolerance || blue < -tolerance;
}
