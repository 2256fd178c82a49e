import type { Box } from '../../domain/findings.ts';
import type { Pair, SideName } from './bitmap.ts';
import { gridOf } from './box-grid.ts';
import { type Shift, shiftOf } from './shift.ts';
import { votesBy } from './votes.ts';

/** The side of a square of the picture in pixels. */
const SQUARE = 64;
const FARTHEST = 12;

/** A place is compared at this many shifts at most. */
const MOST_SHIFTS = 12;

/** How far the content around a place moved, by the content that both pictures have. The nearest content first. */
export function shiftsAround(same: readonly Pair[], side: SideName): (at: Box) => readonly Shift[] {
  const squares = new Map<number, Map<string, Shift>>();
  for (const pair of same) {
    const { x, y, width, height } = pair[side];
    const shift = { x: pair.after.x - pair.before.x, y: pair.after.y - pair.before.y };
    for (let row = Math.floor(y / SQUARE); row <= Math.floor((y + height) / SQUARE); row += 1) {
      for (let column = Math.floor(x / SQUARE); column <= Math.floor((x + width) / SQUARE); column += 1) {
        const shifts = squares.get(row * 4096 + column) ?? new Map<string, Shift>();
        shifts.set(`${shift.x} ${shift.y}`, shift);
        squares.set(row * 4096 + column, shifts);
      }
    }
  }
  const known = new Map<number, readonly Shift[]>();
  return ({ x, y }) => {
    const [column, row] = [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
    const square = row * 4096 + column;
    const found = known.get(square) ?? shiftsNear(squares, column, row);
    known.set(square, found);
    return found;
  };
}

function shiftsNear(
  squares: ReadonlyMap<number, ReadonlyMap<string, Shift>>,
  column: number,
  row: number,
): readonly Shift[] {
  const found = new Map<string, Shift>();
  for (let distance = 0; distance <= FARTHEST && found.size < MOST_SHIFTS; distance += 1) {
    for (let y = row - distance; y <= row + distance; y += 1) {
      const step = Math.abs(y - row) === distance ? 1 : Math.max(1, 2 * distance);
      for (let x = column - distance; x <= column + distance; x += step) {
        for (const [key, shift] of squares.get(y * 4096 + x) ?? []) found.set(key, shift);
      }
    }
  }
  return [...found.values()];
}

/** Content within this distance tells how far a place moved; otherwise that on the same rows does, however far it is. */
const NEAR = 48;
const SAME_ROWS = 12;
const FARTHEST_BESIDE = 4096;

/** How far a box moved, judged by the content around it: the likeliest shift first. */
export function likelyShifts(same: readonly Pair[], side: SideName): (box: Box) => Shift[] {
  const votes = votesBy(same, side);
  const grid = gridOf(same.map((pair) => ({ ...pair[side], shift: shiftOf(pair) })));
  return (box) => {
    const around = votes(box)
      .slice(0, 2)
      .map(({ shift }) => shift);
    const near = { x: box.x - NEAR, y: box.y - NEAR / 2, width: box.width + 2 * NEAR, height: box.height + NEAR };
    if (grid.some(near, () => true)) return around;
    const rows = { x: 0, y: box.y - SAME_ROWS, width: FARTHEST_BESIDE, height: box.height + 2 * SAME_ROWS };
    let [nearest, least]: [Shift | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    grid.each(rows, ({ x, width, shift }) => {
      const gap = Math.max(box.x, x) - Math.min(box.x + box.width, x + width);
      if (gap < least) [nearest, least] = [shift, gap];
    });
    return nearest ? [nearest, ...around] : around;
  };
}
