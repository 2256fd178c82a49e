import type { Box } from '../../domain/findings.ts';
import { boxAround } from './boxes.ts';

/** A word, a picture, a background or a detail that only one picture has, or that differs. */
export interface Piece {
  readonly before: Box | undefined;
  readonly after: Box | undefined;
  /** Where it is, or would be, in the newer picture. */
  readonly at: Box;
  /** The number of changed pixels, at most. */
  readonly area: number;
  /** Whether it has a background of its own. */
  readonly hasBackground: boolean;
}

export type AreOne = (one: Piece, other: Piece) => boolean;

/** Pieces farther above the following ones are not joined with them, unless a caller joins only nearer ones. */
const FARTHEST = 64;
const SETTLE_EVERY = 64;

/**
 * Joins pieces until nothing can be joined. Groups far above the pieces that follow are set aside, so that a page with
 * many pieces takes time in proportion to their number.
 */
export function joinPieces(pieces: readonly Piece[], areOne: AreOne, farthest = FARTHEST): Piece[] {
  const sorted = pieces.toSorted((one, other) => one.at.y - other.at.y);
  const highest = highestFrom(sorted);
  const settled: Piece[] = [];
  let groups: Piece[] = [];
  for (const [index, piece] of sorted.entries()) {
    let joined = piece;
    for (let at = groups.length - 1; at >= 0; at -= 1) {
      const group = groups[at];
      if (!group || !areOne(group, joined)) continue;
      groups.splice(at, 1);
      joined = join(group, joined);
      // The joined piece is larger, and may touch groups that were too far away before.
      at = groups.length;
    }
    groups.push(joined);
    if (index % SETTLE_EVERY !== 0) continue;
    const isAbove = ({ at, before }: Piece) =>
      bottomOf(at) + farthest < piece.at.y && (!before || bottomOf(before) + farthest < (highest[index] ?? 0));
    for (const group of groups) if (isAbove(group)) settled.push(group);
    groups = groups.filter((group) => !isAbove(group));
  }
  const all = settled.concat(groups);
  return all.length < pieces.length ? joinPieces(all, areOne, farthest) : all;
}

/** For each piece, the highest place in the older picture from there to the end. */
function highestFrom(pieces: readonly Piece[]): Float64Array {
  const highest = new Float64Array(pieces.length);
  let least = Number.POSITIVE_INFINITY;
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    least = Math.min(least, pieces[at]?.before?.y ?? least);
    highest[at] = least;
  }
  return highest;
}

function bottomOf({ y, height }: Box): number {
  return y + height;
}

export function join(one: Piece, other: Piece): Piece {
  return {
    before: one.before && other.before ? boxAround(one.before, other.before) : (one.before ?? other.before),
    after: one.after && other.after ? boxAround(one.after, other.after) : (one.after ?? other.after),
    at: boxAround(one.at, other.at),
    area: one.area + other.area,
    hasBackground: one.hasBackground || other.hasBackground,
  };
}
