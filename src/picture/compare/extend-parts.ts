import type { Box } from '../../domain/findings.ts';
import type { AlignedRows } from './align-rows.ts';
import type { Bitmap, Pair, SideName } from './bitmap.ts';
import { isFlatRow } from './row-runs.ts';

/** The space is at most this many rows away: pictures of cards have less. */
const FARTHEST = 480;

/** The frames and rules around content are at most this many rows away. */
const LEAST_ROWS = 64;

/** Rows of one colour that are a space. */
const LEAST_SPACE = 3;

/** Parts that only look different by fractions of a pixel. */
interface ComparedRows extends AlignedRows {
  readonly alike: readonly Pair[];
}

/**
 * The different parts with the rows around them that look the same, up to the next space across the page, so that no word or
 * picture is cut. Parts that meet then are one.
 */
export function extendToSpaces(after: Bitmap, { same, alike, different }: ComparedRows): Pair[] {
  const extended: Pair[] = [];
  const around = [...same, ...alike].sort((one, other) => one.after.y - other.after.y);
  let below = 0;
  for (const part of different) {
    while (around[below] && (around[below]?.after.y ?? 0) < part.after.y) below += 1;
    const up = sizeToSpace(after, around, below - 1, -1);
    const down = sizeToSpace(after, around, below, 1);
    const whole = {
      before: grow(part.before, up.before, down.before),
      after: grow(part.after, up.after, down.after),
    };
    const last = extended.at(-1);
    const doMeet =
      last && (last.after.y + last.after.height > whole.after.y || last.before.y + last.before.height > whole.before.y);
    if (last && doMeet) {
      extended[extended.length - 1] = { before: span(last.before, whole.before), after: span(last.after, whole.after) };
    } else extended.push(whole);
  }
  return extended;
}

/** The rows of both pictures from the first of these parts to the next space. */
function sizeToSpace(bitmap: Bitmap, parts: readonly Pair[], first: number, step: 1 | -1): Record<SideName, number> {
  const size = { before: 0, after: 0 };
  for (let at = first; ; at += step) {
    const [part, next] = [parts[at], parts[at + step]];
    if (!part) return size;
    const rows = rowsToSpace(bitmap, part, step);
    const isCut = rows === Math.min(part.before.height, part.after.height) && size.after + rows < FARTHEST;
    if (!isCut || !next || !areAdjacent(part, next)) return { before: size.before + rows, after: size.after + rows };
    size.before += part.before.height;
    size.after += part.after.height;
  }
}

function areAdjacent(one: Pair, other: Pair): boolean {
  const [upper, lower] = one.after.y < other.after.y ? [one, other] : [other, one];
  return (['before', 'after'] as const).every((side) => upper[side].y + upper[side].height === lower[side].y);
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
