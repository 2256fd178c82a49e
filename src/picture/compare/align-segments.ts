import type { Box } from '../../domain/findings.ts';
import type { Bitmap, Pair } from './bitmap.ts';
import { compareContent } from './likeness.ts';
import { columnsOf, linesOf, type Segment } from './segments.ts';
import { hasSameCorner } from './trim.ts';

/** The table of the alignment has this many entries at most. */
const MOST_STEPS = 250_000;

const BLOCK_SPACE = 10;
const LEAST_BLOCK = 120;

/** Narrower spaces are between words. */
const LEAST_SPACE = 12;

/** Entries of a line have larger spaces between them than its words. */
const ENTRY_SPACE = 0.7;

/** The space between words relative to the height of a line with letters of all heights. */
const WORD_SPACE = 0.25;
const HIGHEST_LINE = 80;

/** Fewer pixels of the same words between different ones are a coincidence, such as an article; more in large text. */
const LEAST_WORDS = 60;

/** Aligns the lines of two parts by their likeness, where no rows are exactly the same. Nothing for single lines. */
export function alignLines(before: Bitmap, after: Bitmap, pair: Pair): Pair[] {
  if (!hasSameCorner(before, after, pair)) return [];
  return align(before, after, pair, linesOf(before, pair.before, 1), linesOf(after, pair.after, 1), 0);
}

/** The same for cards and other high blocks with large spaces between them. Nothing if there are none. */
export function alignBlocks(before: Bitmap, after: Bitmap, pair: Pair): Pair[] {
  if (!hasSameCorner(before, after, pair)) return [];
  const old = blocksOf(before, pair.before);
  const newer = blocksOf(after, pair.after);
  return old.length > 0 && newer.length > 0 ? align(before, after, pair, old, newer, 0) : [];
}

/** High segments with large spaces between them; nothing if some are not high. */
export function blocksOf(bitmap: Bitmap, box: Box): Segment[] {
  const blocks = linesOf(bitmap, box, BLOCK_SPACE);
  return blocks.every(({ whole }) => whole.height >= LEAST_BLOCK) ? blocks : [];
}

/** The same for what lies beside each other, such as the entries of a navigation, and then the words of a line. */
export function alignAcross(before: Bitmap, after: Bitmap, pair: Pair): Pair[] {
  if (!hasSameCorner(before, after, pair)) return [];
  const split = (space: number, least: number) =>
    align(before, after, pair, columnsOf(before, pair.before, space), columnsOf(after, pair.after, space), least);
  const height = Math.max(pair.before.height, pair.after.height);
  const entries = split(Math.max(LEAST_SPACE, Math.min(height, HIGHEST_LINE) * ENTRY_SPACE), 0);
  return entries.length > 0 || height > HIGHEST_LINE
    ? entries
    : split(Math.max(3, height * WORD_SPACE), Math.max(LEAST_WORDS, height * 6));
}

function align(
  before: Bitmap,
  after: Bitmap,
  pair: Pair,
  old: readonly Segment[],
  newer: readonly Segment[],
  leastWidth: number,
): Pair[] {
  if (old.length < 2 && newer.length < 2) return [];
  if (old.length === 0 || newer.length === 0 || old.length * newer.length > MOST_STEPS) return [];
  const found = bestMatches(old, newer, (there, here) => weigh(before, there, after, here));
  const matches = leastWidth > 0 ? withoutCoincidences(found, old, newer, leastWidth) : found;
  const parts: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [there, here] of [...matches, [old.length, newer.length] as const]) {
    if (there > i || here > j) {
      parts.push({
        before: spanOf(pair.before, old.slice(i, there), old[i]),
        after: spanOf(pair.after, newer.slice(j, here), newer[j]),
      });
    }
    const [matchOld, matchNew] = [old[there], newer[here]];
    if (matchOld && matchNew) parts.push({ before: matchOld.whole, after: matchNew.whole });
    [i, j] = [there + 1, here + 1];
  }
  return parts.length > 1 ? parts : [];
}

/** The box around segments; without any, an empty box before the next segment. */
function spanOf(box: Box, segments: readonly Segment[], next: Segment | undefined): Box {
  const first = segments[0]?.whole;
  const last = segments.at(-1)?.whole;
  if (!first || !last) {
    const at = next?.whole ?? { x: box.x + box.width, y: box.y + box.height };
    const isAcross = next ? next.whole.height === box.height : false;
    return { x: isAcross ? at.x : box.x, y: isAcross ? box.y : at.y, width: isAcross ? 0 : box.width, height: 0 };
  }
  return { x: first.x, y: first.y, width: last.x + last.width - first.x, height: last.y + last.height - first.y };
}

/** The same line counts by its height; a line of the same height at the same margin may be its other version. */
function weigh(before: Bitmap, there: Segment, after: Bitmap, here: Segment): number {
  const [old, newer] = [there.ink.box, here.ink.box];
  const height = Math.min(30, old.height, newer.height);
  if (compareContent(before, there.ink, after, here.ink)) return 1 + height / 5;
  const isBeside = Math.abs(old.x - newer.x) <= 3 && Math.abs(old.height - newer.height) <= 2;
  return isBeside ? height / 30 : 0;
}

/** The pairs of indexes, in order, with the greatest sum of weights. */
function bestMatches<T>(
  old: readonly T[],
  newer: readonly T[],
  weighPair: (there: T, here: T) => number,
): [number, number][] {
  const stride = newer.length + 1;
  const best = new Float32Array((old.length + 1) * stride);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = newer.length - 1; j >= 0; j -= 1) {
      const weight = weighPair(old[i] as T, newer[j] as T);
      const skipped = Math.max(best[(i + 1) * stride + j] ?? 0, best[i * stride + j + 1] ?? 0);
      best[i * stride + j] = Math.max(skipped, weight > 0 ? weight + (best[(i + 1) * stride + j + 1] ?? 0) : 0);
    }
  }
  const matches: [number, number][] = [];
  for (let i = 0, j = 0; i < old.length && j < newer.length; ) {
    const here = best[i * stride + j] ?? 0;
    if (here === (best[(i + 1) * stride + j] ?? 0)) i += 1;
    else if (here === (best[i * stride + j + 1] ?? 0)) j += 1;
    else {
      matches.push([i, j]);
      i += 1;
      j += 1;
    }
  }
  return matches;
}

/** Drops short runs of matches with different segments on both sides. */
function withoutCoincidences(
  matches: readonly [number, number][],
  old: readonly Segment[],
  newer: readonly Segment[],
  leastWidth: number,
): [number, number][] {
  const runs: [number, number][][] = [];
  for (const match of matches) {
    const last = runs.at(-1);
    const [i, j] = last?.at(-1) ?? [-2, -2];
    if (last && i + 1 === match[0] && j + 1 === match[1]) last.push(match);
    else runs.push([match]);
  }
  const isKept = (run: readonly [number, number][]) => {
    const [first, last] = [run[0], run.at(-1)];
    const isAtStart = first?.[0] === 0 && first[1] === 0;
    const isAtEnd = last?.[0] === old.length - 1 && last[1] === newer.length - 1;
    const width = run.reduce((sum, [i]) => sum + (old[i]?.ink.box.width ?? 0), 0);
    return isAtStart || isAtEnd || width >= leastWidth;
  };
  return runs.filter(isKept).flat();
}
