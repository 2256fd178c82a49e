import type { Box } from '../../domain/findings.ts';
import { areaOf, type Bitmap, type Pair, type Pictures, type SideName } from './bitmap.ts';
import { gridOf } from './box-grid.ts';
import { isInside, moveBy, sharedArea } from './boxes.ts';
import { compareCells, countCells } from './differing-cells.ts';
import type { Element } from './elements.ts';
import { reverse, type Shift } from './shift.ts';

/** Letters have more contrast than the noise of a photograph. */
const LEAST_CONTRAST = 32;

/** The lines around a place may have snapped to another pixel row. */
const STEPS = [0, -1, 1];

/** An element of which at most this share differs, all of it at changed backgrounds, is partly covered by these. */
const MOST_COVERED = 0.5;
const EDGE = 2;

interface Search extends Pictures {
  readonly parts: readonly Pair[];
  readonly same: readonly Pair[];
  /** How far an element may have moved. */
  readonly shiftsOf: (box: Box, side: SideName) => readonly Shift[];
  /** Backgrounds that only one picture has. */
  readonly backgrounds: Readonly<Record<SideName, readonly Box[]>>;
}

/**
 * Chooses the elements without a partner that the other picture really does not have. The same ink may be divided into other
 * elements there: then the other picture looks the same at that place.
 */
export function unmatchedBy({ before, after, parts, same, shiftsOf, backgrounds }: Search) {
  const changed = { before: gridOf(backgrounds.before), after: gridOf(backgrounds.after) };
  const taken = { before: gridOf(same.map((pair) => pair.before)), after: gridOf(same.map((pair) => pair.after)) };
  return (elements: readonly Element[], found: Int32Array, side: SideName): Box[] =>
    elements
      .filter((_, index) => found[index] === -1)
      .map(({ box }) => box)
      .filter((box) => !isFaint(side === 'before' ? before : after, box))
      .filter((box) => !placesAround(shiftsOf(box, side)).some((shift) => isThere(box, side, shift)));

  function isThere(box: Box, side: SideName, shift: Shift): boolean {
    const otherSide = side === 'before' ? 'after' : 'before';
    const there = moveBy(box, side === 'before' ? shift : reverse(shift));
    if (!isInside(side === 'before' ? after : before, there)) return false;
    const isKnown = parts.some((part) => isInRows(there, part[otherSide]));
    if (!isKnown || taken[otherSide].some(there, (other) => isMostly(there, other))) return false;
    const pair = side === 'before' ? { before: box, after: there } : { before: there, after: box };
    // Most elements are at no changed background: then the comparison ends at the first cell that differs.
    const most = (['before', 'after'] as const).some((each) => isAtBackground(pair[each], each)) ? MOST_COVERED : 0;
    const { differing, share } = compareCells(before, after, pair, countCells(box) * most);
    const isCovered = (cell: Box) =>
      (['before', 'after'] as const).some((each) => isAtBackground(moveBy(cell, pair[each]), each));
    return share <= most && differing.every((cell) => isCovered(cell.box));
  }

  function isAtBackground({ x, y, width, height }: Box, side: SideName): boolean {
    const around = { x: x - EDGE, y: y - EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE };
    return changed[side].some(around, () => true);
  }
}

/** The shifts with those one row around them, each once: most content around a place moved equally far. */
function placesAround(shifts: readonly Shift[]): Shift[] {
  const around = shifts.flatMap(({ x, y }) => STEPS.map((step) => ({ x, y: y + step })));
  return [...new Map(around.map((shift) => [`${shift.x} ${shift.y}`, shift])).values()];
}

function isInRows(box: Box, rows: Box): boolean {
  return box.y >= rows.y && box.y + box.height <= rows.y + rows.height;
}

function isMostly(one: Box, other: Box): boolean {
  return sharedArea(one, other) * 2 > Math.max(areaOf(one), areaOf(other));
}

function isFaint({ data, width }: Bitmap, box: Box): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    let [least, most] = [255, 0];
    for (let y = box.y; y < box.y + box.height; y += 1) {
      for (let x = box.x; x < box.x + box.width; x += 1) {
        const value = data[(y * width + x) * 3 + channel] ?? 0;
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    if (most - least >= LEAST_CONTRAST) return false;
  }
  return true;
}
