import { alignSequences, type Match } from './align-sequences.ts';
import type { Bitmap, Pair } from './bitmap.ts';
import { type RowRuns, runsOfRows } from './row-runs.ts';

export interface AlignedRows {
  /** Parts with the same rows. Their heights may differ where a run of equal rows is higher in one picture. */
  readonly same: readonly Pair[];
  /** The parts between them. */
  readonly different: readonly Pair[];
}

/** Fewer equal rows in the middle of different ones are a coincidence, such as the frames of two different cards. */
const LEAST_ROWS = 3;

export function alignRows(before: Bitmap, after: Bitmap, pair: Pair): AlignedRows {
  const old = runsOfRows(before, pair.before);
  const newer = runsOfRows(after, pair.after);
  const matches = alignSequences(old.keys.subarray(0, old.count), newer.keys.subarray(0, newer.count));
  const kept = matches.filter((match) => isSolid(match, old, newer));
  const same: Pair[] = [];
  const different: Pair[] = [];
  let beforeFrom = 0;
  let afterFrom = 0;
  for (const { before: there, after: here, length } of [
    ...kept,
    { before: old.count, after: newer.count, length: 0 },
  ]) {
    if (there > beforeFrom || here > afterFrom) {
      different.push(partOf(pair, old, newer, [beforeFrom, there], [afterFrom, here]));
    }
    if (length > 0) same.push(partOf(pair, old, newer, [there, there + length], [here, here + length]));
    beforeFrom = there + length;
    afterFrom = here + length;
  }
  return { same, different };
}

function isSolid(match: Match, old: RowRuns, newer: RowRuns): boolean {
  const isAtStart = match.before === 0 && match.after === 0;
  const isAtEnd = match.before + match.length === old.count && match.after + match.length === newer.count;
  if (isAtStart || isAtEnd) return true;
  let rows = 0;
  for (let at = match.before; at < match.before + match.length && rows < LEAST_ROWS; at += 1) {
    if (old.flat[at] === 0) rows += 1;
  }
  return rows >= LEAST_ROWS;
}

function partOf(pair: Pair, old: RowRuns, newer: RowRuns, there: [number, number], here: [number, number]): Pair {
  return { before: rowsOf(pair.before, old, there), after: rowsOf(pair.after, newer, here) };
}

function rowsOf(box: Pair['before'], { tops }: RowRuns, [from, to]: [number, number]): Pair['before'] {
  const top = tops[from] ?? box.y;
  return { ...box, y: top, height: (tops[to] ?? top) - top };
}
