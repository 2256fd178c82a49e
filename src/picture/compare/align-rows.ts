import { alignSequences, type Match } from './align-sequences.ts';
import type { Bitmap, Pair } from './bitmap.ts';
import { canHashInWords, type RowRuns, runsOfRows } from './row-runs.ts';
import { type SameEnds, sameEnds, withoutEnds } from './same-ends.ts';
import { slideGaps } from './slide-gaps.ts';
import { splitAtEdges } from './split-at-edges.ts';

/** Parts of this many rows end at spaces. */
const LONG = 100;

/** The space is at most this many rows away: a card begins there, and not below its upper edge. */
const FARTHEST_SPACE = 80;

export interface AlignedRows {
  /** Parts with the same rows. Their heights may differ where a run of equal rows is higher in one picture. */
  readonly same: readonly Pair[];
  /** The parts between them. */
  readonly different: readonly Pair[];
}

/**
 * Parts with the same rows, and the parts between them. Few same rows are a coincidence: where columns moved by different
 * amounts, some of their rows meet again. So `leastRows` of a part must be the same and not of one
 * colour.
 */
export function alignRows(before: Bitmap, after: Bitmap, pair: Pair, leastRows: number): AlignedRows {
  const ends = sameEnds(before, after, pair);
  const rest = withoutEnds(pair, ends);
  const inWords = canHashInWords(before, rest.before) && canHashInWords(after, rest.after);
  const old = runsOfRows(before, rest.before, inWords);
  const newer = runsOfRows(after, rest.after, inWords);
  const matches = alignSequences(old.keys.subarray(0, old.count), newer.keys.subarray(0, newer.count));
  const solid = new Set(matches.filter((match) => hasRows(match, old, leastRows)));
  if (solid.size === 0 && ends.top + ends.bottom === 0) return { same: [], different: [pair] };
  const kept = matches.filter((match) => solid.has(match) || isAtEdge(match, old, newer));
  const slid = slideGaps(kept, old, newer);
  const shortened = leastRows >= LONG ? slid.map((match) => shortenToSpaces(match, old, newer)) : slid;
  const split = shortened.flatMap((match) => splitAtEdges(match, old, newer));
  return withEnds(partsOf(rest, old, newer, split), ends);
}

/** The rows at the ends belong to the same rows next to them. */
function withEnds({ same, different }: AlignedRows, { top, bottom }: SameEnds): AlignedRows {
  const longer = [...same];
  const [first, last] = [longer[0], longer.at(-1)];
  if (first && top > 0) longer[0] = mapBoth(first, (box) => ({ ...box, y: box.y - top, height: box.height + top }));
  const end = longer.length === 1 ? longer[0] : last;
  if (end && bottom > 0) longer[longer.length - 1] = mapBoth(end, (box) => ({ ...box, height: box.height + bottom }));
  return { same: longer, different };
}

function mapBoth({ before, after }: Pair, map: (box: Pair['before']) => Pair['before']): Pair {
  return { before: map(before), after: map(after) };
}

function partsOf(pair: Pair, old: RowRuns, newer: RowRuns, matches: readonly Match[]): AlignedRows {
  const same: Pair[] = [];
  const different: Pair[] = [];
  const end = { before: old.count, after: newer.count, length: 0 };
  let beforeFrom = 0;
  let afterFrom = 0;
  for (const { before: there, after: here, length } of [...matches, end]) {
    if (there > beforeFrom || here > afterFrom) {
      different.push(partOf(pair, old, newer, [beforeFrom, there], [afterFrom, here]));
    }
    if (length > 0) same.push(partOf(pair, old, newer, [there, there + length], [here, here + length]));
    beforeFrom = there + length;
    afterFrom = here + length;
  }
  return { same, different };
}

/** The part between its first and its last space, unless it begins or ends with the pictures. */
function shortenToSpaces(match: Match, old: RowRuns, newer: RowRuns): Match {
  const { before, after, length } = match;
  const last = before + length;
  const isStart = before === 0 && after === 0;
  const isEnd = last === old.count && after + length === newer.count;
  const top = isStart ? 0 : stepsToSpace(old, before, last, 1);
  const bottom = isEnd ? 0 : stepsToSpace(old, last - 1, before, -1);
  return top + bottom < length ? { before: before + top, after: after + top, length: length - top - bottom } : match;
}

/** The number of runs before the first flat one; 0 if it is too far away. */
function stepsToSpace({ flat, tops }: RowRuns, from: number, to: number, step: 1 | -1): number {
  for (let at = from, steps = 0; at !== to; at += step, steps += 1) {
    if (Math.abs((tops[at] ?? 0) - (tops[from] ?? 0)) > FARTHEST_SPACE) return 0;
    if (flat[at] === 1) return steps;
  }
  return 0;
}

function isAtEdge({ before, after, length }: Match, old: RowRuns, newer: RowRuns): boolean {
  return (before === 0 && after === 0) || (before + length === old.count && after + length === newer.count);
}

function hasRows({ before, length }: Match, old: RowRuns, least: number): boolean {
  let rows = 0;
  for (let at = before; at < before + length && rows < least; at += 1) {
    if (old.flat[at] === 0) rows += (old.tops[at + 1] ?? 0) - (old.tops[at] ?? 0);
  }
  return rows >= least;
}

function partOf(pair: Pair, old: RowRuns, newer: RowRuns, there: [number, number], here: [number, number]): Pair {
  return { before: rowsOf(pair.before, old, there), after: rowsOf(pair.after, newer, here) };
}

function rowsOf(box: Pair['before'], { tops }: RowRuns, [from, to]: [number, number]): Pair['before'] {
  const top = tops[from] ?? box.y;
  return { ...box, y: top, height: (tops[to] ?? top) - top };
}
