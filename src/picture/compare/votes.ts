import type { Box } from '../../domain/findings.ts';
import type { Pair, SideName } from './bitmap.ts';
import { gridOf } from './box-grid.ts';
import { isSameShift, type Shift, shiftOf } from './shift.ts';

/** Content farther away says nothing about how far an element moved. */
const REACH = { x: 640, y: 160 };

/** The nearest content counts most, and that of the same line: the parts of a card are nearer to each other than to the next card. */
const NEAREST = 10;

/** Shifts with fewer votes than others are not tried. */
const MOST_SHIFTS = 6;

export interface Vote {
  readonly shift: Shift;
  readonly weight: number;
}

/** How far an element moved, judged by the content around it that both pictures have: the shifts with most votes first. */
export function votesBy(same: readonly Pair[], side: SideName): (box: Box) => Vote[] {
  const grid = gridOf(same.map((pair) => ({ ...pair[side], shift: shiftOf(pair) })));
  return (box) => {
    const votes: { shift: Shift; weight: number }[] = [];
    const area = {
      x: box.x - REACH.x,
      y: box.y - REACH.y,
      width: box.width + 2 * REACH.x,
      height: box.height + 2 * REACH.y,
    };
    grid.each(area, (other) => {
      const { shift } = other;
      const gapX = Math.max(0, Math.max(box.x, other.x) - Math.min(box.x + box.width, other.x + other.width));
      const gapY = Math.max(0, Math.max(box.y, other.y) - Math.min(box.y + box.height, other.y + other.height));
      const weight = 1 / (NEAREST + Math.hypot(gapX, 2 * gapY)) ** 2;
      const known = votes.find((vote) => isSameShift(vote.shift, shift));
      if (known) known.weight += weight;
      else votes.push({ shift, weight });
    });
    return votes.sort((one, other) => other.weight - one.weight).slice(0, MOST_SHIFTS);
  };
}
