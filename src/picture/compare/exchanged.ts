import type { Box } from '../../domain/findings.ts';
import type { Pictures } from './bitmap.ts';
import { type BoxGrid, gridOf } from './box-grid.ts';
import { boxAround, moveBy, sharedArea } from './boxes.ts';
import type { Matches } from './match-elements.ts';
import { DIRECTIONS, type Side } from './neighbours.ts';
import { isSameContent } from './same-content.ts';
import { isSameShift, shiftOf } from './shift.ts';

/** Larger content is a paragraph or a picture, which may change places with another one. */
const LARGEST = { width: 240, height: 40 };

/** The words of a label have smaller spaces between them, relative to their height. */
const LABEL_SPACE = 1.5;

/** Content whose places differ less in height is on the same line. */
const LINE = 6;

const NOT_MOVED = { x: 0, y: 0 };

/**
 * Unmatches labels that changed places with others: they left a place that has other content now, arrived at one that had
 * other content, and have none of their neighbours any more. A person sees two changed labels.
 */
export function unmatchExchanged({ before, after }: Pictures, olds: Side, news: Side, matches: Matches): void {
  const grids = {
    before: gridOf(olds.elements.map(({ box }) => box)),
    after: gridOf(news.elements.map(({ box }) => box)),
  };
  const elements = new Map(news.elements.map((element) => [element.box, element]));
  const exchanged: number[] = [];
  for (const label of labelsOf(olds, news, matches)) {
    const there = boxOf(label, olds);
    const here = boxOf(partnersOf(label, matches), news);
    if (!there || !here || there.width > LARGEST.width || there.height > LARGEST.height) continue;
    if (sharedArea(there, here) > 0) continue;
    if (label.some((index) => hasNeighbour(index, new Set(label)))) continue;
    if (!isOccupied(there, grids.after) || !isOccupied(here, grids.before)) continue;
    if (isInFlow(there, here)) continue;
    if (!label.every((index) => isInMovedRow(index, new Set(label)))) exchanged.push(...label);
  }
  for (const index of exchanged) {
    matches.newer[matches.old[index] ?? -1] = -1;
    matches.old[index] = -1;
  }

  function hasNeighbour(index: number, label: ReadonlySet<number>): boolean {
    return DIRECTIONS.some((direction) => {
      const there = olds.neighbours[direction][index] ?? -1;
      const here = news.neighbours[direction][matches.old[index] ?? -1] ?? -1;
      return there >= 0 && here >= 0 && !label.has(there) && matches.old[there] === here;
    });
  }

  /** Whether what is at the former place of a label moved in the same direction: a label before them is new or gone, and lines wrap there. */
  function isInFlow(there: Box, here: Box): boolean {
    let [along, against] = [0, 0];
    const count = (old: Box | undefined, newer: Box | undefined) => {
      if (!old || !newer) return;
      if (isLater(newer, old) === isLater(here, there)) along += 1;
      else against += 1;
    };
    grids.after.each(there, (box, index) => {
      if (sharedArea(there, box) > 0) count(olds.elements[matches.newer[index] ?? -1]?.box, box);
    });
    grids.before.each(here, (box, index) => {
      if (sharedArea(here, box) > 0) count(box, news.elements[matches.old[index] ?? -1]?.box);
    });
    return along > 0 && against === 0;
  }

  /** Whether the row of a label moved to another place, where it has an equal label: two rows of a table may have the same. */
  function isInMovedRow(index: number, label: ReadonlySet<number>): boolean {
    const element = olds.elements[index];
    return (['left', 'right'] as const).some((direction) => {
      let beside = olds.neighbours[direction][index] ?? -1;
      while (label.has(beside)) beside = olds.neighbours[direction][beside] ?? -1;
      const [there, here] = [olds.elements[beside]?.box, news.elements[matches.old[beside] ?? -1]?.box];
      if (!element || !there || !here) return false;
      const place = moveBy(element.box, shiftOf({ before: there, after: here }));
      return grids.after.some(place, (box) => {
        const other = elements.get(box);
        return other !== undefined && isAt(box, place) && isSameContent(before, element, after, other);
      });
    });
  }
}

/** Moved elements beside each other that moved equally far. */
function labelsOf(olds: Side, news: Side, matches: Matches): number[][] {
  const shiftAt = (index: number) => {
    const [old, newer] = [olds.elements[index]?.box, news.elements[matches.old[index] ?? -1]?.box];
    return old && newer ? shiftOf({ before: old, after: newer }) : undefined;
  };
  const labels = new Map<number, number[]>();
  const sorted = [...olds.elements.keys()].sort(
    (one, other) => (olds.elements[one]?.box.x ?? 0) - (olds.elements[other]?.box.x ?? 0),
  );
  for (const index of sorted) {
    const shift = shiftAt(index);
    if (!shift || isSameShift(shift, NOT_MOVED)) continue;
    const left = olds.neighbours.left[index] ?? -1;
    const leftShift = shiftAt(left);
    const [one, other] = [olds.elements[left]?.box, olds.elements[index]?.box];
    const isNear = one && other && other.x - one.x - one.width <= LABEL_SPACE * Math.min(one.height, other.height);
    const label = isNear && leftShift && isSameShift(shift, leftShift) ? (labels.get(left) ?? []) : [];
    label.push(index);
    labels.set(index, label);
  }
  return [...new Set(labels.values())];
}

function partnersOf(label: readonly number[], matches: Matches): number[] {
  return label.map((index) => matches.old[index] ?? -1);
}

function boxOf(label: readonly number[], { elements }: Side): Box | undefined {
  const boxes = label.flatMap((index) => elements[index]?.box ?? []);
  return boxes.length > 0 ? boxes.reduce(boxAround) : undefined;
}

function isAt(one: Box, other: Box): boolean {
  return isSameShift(shiftOf({ before: one, after: other }), NOT_MOVED);
}

/** In reading order. */
function isLater(one: Box, other: Box): boolean {
  return one.y - other.y >= LINE || (one.y - other.y > -LINE && one.x > other.x);
}

function isOccupied(box: Box, grid: BoxGrid<Box>): boolean {
  let area = 0;
  grid.each(box, (other) => {
    area += sharedArea(box, other);
  });
  return area * 2 > box.width * box.height;
}
