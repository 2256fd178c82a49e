import type { Box } from '../../domain/findings.ts';
import type { AlignedRows } from './align-rows.ts';
import type { Bitmap, Pair } from './bitmap.ts';
import { isFlatRow } from './row-runs.ts';

/** The space is at most this many rows away: pictures of cards have less. */
const FARTHEST = 480;

/** The frames and rules around content are at most this many rows away. */
const LEAST_ROWS = 64;

/** Rows of one colour that are a space. */
const LEAST_SPACE = 3;

/**
 * The different parts with the same rows around them up to the next space across the page, so that no word or picture
 * is cut. Parts that meet then are one.
 */
export function extendToSpaces(after: Bitmap, { same, different }: AlignedRows): Pair[] {
  const extended: Pair[] = [];
  for (const part of different) {
    const above = same.findLast((each) => isAbove(each, part));
    const below = same.find((each) => isAbove(part, each));
    const up = above ? rowsToSpace(after, above, -1) : 0;
    const down = below ? rowsToSpace(after, below, 1) : 0;
    const whole = { before: grow(part.before, up, down), after: grow(part.after, up, down) };
    const last = extended.at(-1);
    const doMeet =
      last && (last.after.y + last.after.height > whole.after.y || last.before.y + last.before.height > whole.before.y);
    if (last && doMeet) {
      extended[extended.length - 1] = { before: span(last.before, whole.before), after: span(last.after, whole.after) };
    } else extended.push(whole);
  }
  return extended;
}

function isAbove(one: Pair, other: Pair): boolean {
  return one.before.y + one.before.height <= other.before.y && one.after.y + one.after.height <= other.after.y;
}

function rowsToSpace(bitmap: Bitmap, { before, after: same }: Pair, step: 1 | -1): number {
  const most = Math.min(before.height, same.height, FARTHEST);
  const first = step === 1 ? same.y : same.y + same.height - 1;
  let space = 0;
  for (let rows = 0; rows < most; rows += 1) {
    space = isFlatRow(bitmap, same, first + rows * step) ? space + 1 : 0;
    if (space >= LEAST_SPACE && rows >= LEAST_ROWS) return rows + 1;
  }
  return most;
}

function grow(box: Box, up: number, down: number): Box {
  return { ...box, y: box.y - up, height: box.height + up + down };
}

function span(one: Box, other: Box): Box {
  return { ...one, height: Math.max(one.y + one.height, other.y + other.height) - one.y };
}
