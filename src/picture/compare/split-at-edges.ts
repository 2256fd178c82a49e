import type { Match } from './align-sequences.ts';
import type { RowRuns } from './row-runs.ts';

/** Edges that moved less lie at another fraction of a pixel. */
const LEAST_MOVE = 3;
const TOLERANCE = 1;

/** The edge of a shape has fewer runs of rows; more are content that moved. */
const MOST_RUNS = 16;

/**
 * Cuts equal rows where an edge moved and what is above and below it did not: a bar of a chart that is higher now. There, a run
 * of equal rows is higher in one picture, and the next one lower by as much.
 */
export function splitAtEdges(match: Match, old: RowRuns, newer: RowRuns): Match[] {
  const { before, after, length } = match;
  const moveAt = (at: number) => (newer.tops[after + at] ?? 0) - (old.tops[before + at] ?? 0);
  const parts: Match[] = [];
  let from = 0;
  for (let at = 1; at < length; at += 1) {
    const move = moveAt(at - 1);
    if (Math.abs(moveAt(at) - move) < LEAST_MOVE) continue;
    let end = at + 1;
    while (end <= length && end - at <= MOST_RUNS && Math.abs(moveAt(end) - move) > TOLERANCE) end += 1;
    if (end > length || end - at > MOST_RUNS) continue;
    // An element that moved within empty space is the same.
    if (old.flat[before + at - 1] === 1 || old.flat[before + end - 1] === 1) continue;
    if (at - 1 > from) parts.push({ before: before + from, after: after + from, length: at - 1 - from });
    from = end;
    at = end;
  }
  if (length > from) parts.push({ before: before + from, after: after + from, length: length - from });
  return parts;
}
