import type { Box } from '../../domain/findings.ts';
import { areaOf, type Pair, type Pictures } from './bitmap.ts';
import { gridOf } from './box-grid.ts';
import { boxAround, isInside, moveBy, sharedArea } from './boxes.ts';
import { detailsOf } from './details.ts';
import { HIGHEST_TEXT } from './elements.ts';
import type { Piece } from './pieces.ts';
import { reverse, type Shift } from './shift.ts';

/** A picture of which more differs is another one as a whole. */
const MOST_DETAILS = 0.5;

/** Places and sizes differ by at most this much because of fractions of a pixel. */
const TOLERANCE = 2;

export interface Replaced {
  readonly old: ReadonlySet<Box>;
  readonly newer: ReadonlySet<Box>;
  /** The details in which the replaced content differs. */
  readonly details: readonly Piece[];
}

/** Finds content with other content of the same size at its place, or pictures that share most of their place. */
export function findReplaced(
  pictures: Pictures,
  olds: readonly Box[],
  news: readonly Box[],
  shiftsOf: (box: Box) => readonly Shift[],
): Replaced {
  const grid = gridOf(news);
  const old = new Set<Box>();
  const newer = new Set<Box>();
  const details: Piece[] = [];
  for (const box of olds) {
    for (const shift of shiftsOf(box)) {
      const there = moveBy(box, shift);
      const isFound = grid.some(there, (other) => {
        const found = newer.has(other) ? undefined : replacementDetails(there, other, shift);
        if (!found) return false;
        old.add(box);
        newer.add(other);
        // One by one: a pattern has more details than a call can have arguments.
        for (const piece of found) details.push(piece);
        return true;
      });
      if (isFound) break;
    }
  }
  return { old, newer, details };

  function replacementDetails(there: Box, other: Box, shift: Shift): readonly Piece[] | undefined {
    if (!isReplacement(there, other)) return undefined;
    const after = boxAround(there, other);
    const pair: Pair = { before: moveBy(after, reverse(shift)), after };
    if (!isInside(pictures.before, pair.before) || !isInside(pictures.after, pair.after)) return undefined;
    const found = detailsOf(pictures.before, pictures.after, pair);
    const area = found.reduce((sum, { at }) => sum + areaOf(at), 0);
    return there.height > HIGHEST_TEXT && area > areaOf(after) * MOST_DETAILS ? undefined : found;
  }
}

function isReplacement(one: Box, other: Box): boolean {
  const edges = ['x', 'y', 'width', 'height'] as const;
  if (edges.every((edge) => Math.abs(other[edge] - one[edge]) <= TOLERANCE)) return true;
  if (Math.min(one.height, other.height) <= HIGHEST_TEXT) return false;
  const shared = sharedArea(one, other);
  return shared > (areaOf(one) + areaOf(other) - shared) * MOST_DETAILS;
}
