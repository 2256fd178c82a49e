import type { Box } from '../../domain/findings.ts';
import { gridOf } from './box-grid.ts';
import type { Element } from './elements.ts';

/** The nearest element in each direction, and the next and the previous one in reading order; -1 for none. */
interface Neighbours {
  readonly right: Int32Array;
  readonly left: Int32Array;
  readonly below: Int32Array;
  readonly above: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
}

/** The elements of one picture, with their neighbours. */
export interface Side {
  readonly elements: readonly Element[];
  readonly neighbours: Neighbours;
}

export function sideOf(elements: readonly Element[]): Side {
  return { elements, neighbours: neighboursOf(elements.map(({ box }) => box)) };
}

export const DIRECTIONS = ['right', 'left', 'next', 'previous', 'below', 'above'] as const;

/** Farther elements are no neighbours. */
const FARTHEST_BESIDE = 640;
const FARTHEST_BELOW = 200;

/** The words of a line have smaller spaces between them, relative to their height. */
export const LINE_SPACE = 1.5;

function neighboursOf(boxes: readonly Box[]): Neighbours {
  const find = () => new Int32Array(boxes.length).fill(-1);
  const [right, left, below, above] = [find(), find(), find(), find()];
  const grid = gridOf(boxes);
  for (const [index, box] of boxes.entries()) {
    right[index] = nearest(
      box,
      index,
      [64, FARTHEST_BESIDE],
      (reach) => ({ ...box, width: box.width + reach }),
      gapBeside,
    );
    below[index] = nearest(
      box,
      index,
      [48, FARTHEST_BELOW],
      (reach) => ({ ...box, height: box.height + reach }),
      gapBelow,
    );
  }
  function nearest(
    box: Box,
    index: number,
    reaches: readonly number[],
    areaOf: (reach: number) => Box,
    gapOf: Gap,
  ): number {
    for (const reach of reaches) {
      let [best, least] = [-1, reach];
      grid.each(areaOf(reach), (other, at) => {
        if (at === index) return;
        const gap = gapOf(box, other);
        if (gap !== undefined && gap < least) [best, least] = [at, gap];
      });
      if (best >= 0) return best;
    }
    return -1;
  }
  invert(right, left, boxes, gapBeside);
  invert(below, above, boxes, gapBelow);
  return { right, left, below, above, ...readingOrder(boxes, { right, left, below }) };
}

type Gap = (one: Box, other: Box) => number | undefined;

/** The space between an element and another one at its right. */
function gapBeside(one: Box, other: Box): number | undefined {
  const gap = other.x - one.x - one.width;
  if (gap < -2) return undefined;
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return shared * 2 >= Math.min(one.height, other.height) ? Math.max(0, gap) : undefined;
}

/** The space between an element and another one below, preferring one with the same left edge. */
function gapBelow(one: Box, other: Box): number | undefined {
  const gap = other.y - one.y - one.height;
  if (gap < -one.height / 4) return undefined;
  const shared = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  return shared > 0 ? Math.max(0, gap) + Math.min(8, Math.abs(one.x - other.x) / 8) : undefined;
}

/** Of several elements with the same neighbour, the nearest is the neighbour in the other direction. */
function invert(forward: Int32Array, backward: Int32Array, boxes: readonly Box[], gapOf: Gap): void {
  for (const [from, to] of forward.entries()) {
    const [box, other] = [boxes[from], boxes[to]];
    if (!box || !other) continue;
    const known = boxes[backward[to] ?? -1];
    const isNearer = !known || (gapOf(box, other) ?? 0) < (gapOf(known, other) ?? 0);
    if (isNearer) backward[to] = from;
  }
}

/** Words without ascenders and descenders are lower than others, relative to their line. Bullets are even lower. */
const LOWEST_WORD = 0.6;

function lineHeight(one: Box, other: Box): number {
  const [lower, higher] = [Math.min(one.height, other.height), Math.max(one.height, other.height)];
  return lower >= higher * LOWEST_WORD ? higher : lower;
}

function readingOrder(
  boxes: readonly Box[],
  { right, left, below }: Pick<Neighbours, 'right' | 'left' | 'below'>,
): Pick<Neighbours, 'next' | 'previous'> {
  const next = new Int32Array(boxes.length).fill(-1);
  const previous = new Int32Array(boxes.length).fill(-1);
  const starts = new Int32Array(boxes.length).fill(-1);
  const isLine = (from: number, to: number) => {
    const [one, other] = [boxes[from], boxes[to]];
    return one && other && other.x - one.x - one.width <= LINE_SPACE * lineHeight(one, other);
  };
  const startOf = (index: number): number => {
    const path: number[] = [];
    let at = index;
    while ((starts[at] ?? -1) < 0 && isLine(left[at] ?? -1, at) && path.length < 200) {
      path.push(at);
      at = left[at] ?? -1;
    }
    const start = (starts[at] ?? -1) >= 0 ? (starts[at] ?? at) : at;
    for (const each of path) starts[each] = start;
    return start;
  };
  for (const [index] of boxes.entries()) {
    const beside = right[index] ?? -1;
    const under = below[startOf(index)] ?? -1;
    next[index] = isLine(index, beside) ? beside : under >= 0 ? startOf(under) : -1;
  }
  for (const [from, to] of next.entries()) if (to >= 0) previous[to] = from;
  return { next, previous };
}
