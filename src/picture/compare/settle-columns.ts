import type { Box } from '../../domain/findings.ts';
import { type Bitmap, isEmpty, type Pictures } from './bitmap.ts';
import type { Matches } from './match-elements.ts';
import type { Side } from './neighbours.ts';
import { isSameContent } from './same-content.ts';

/** Neighbours farther along the row or the column are not counted. */
const MOST_STEPS = 12;

/** An element is gone with its neighbours if at least this share of them is. */
const MOST_KEPT = 0.5;

/** Elements farther below do not belong to the same card. */
const FARTHEST_BELOW = 40;

/**
 * Where a column has several equal elements, such as ticks in a table, and one of them is gone, any of them may be the
 * one. Chooses those whose neighbours are gone as well: they belong to a row or a card that is gone.
 */
export function settleColumns({ before, after }: Pictures, olds: Side, news: Side, matches: Matches): void {
  settle(before, olds, news, matches.old, matches.newer);
  settle(after, news, olds, matches.newer, matches.old);
}

function settle(bitmap: Bitmap, side: Side, others: Side, own: Int32Array, other: Int32Array): void {
  const columns = columnsWithGaps(bitmap, side, own);
  const undecided = new Set(columns.flat());
  for (const column of columns) {
    const isInColumn = new Set(column);
    const matched = column.filter((index) => own[index] !== -1);
    const partners = matched
      .map((index) => own[index] ?? -1)
      .sort((one, two) => yOf(others.elements[one]?.box) - yOf(others.elements[two]?.box));
    const shares = new Map(column.map((index) => [index, shareGone(index)]));
    const shareOf = (index: number) => shares.get(index) ?? 0;
    const gone = new Set(column.filter((index) => own[index] === -1));
    const better = matched
      .filter((index) => shareOf(index) >= MOST_KEPT)
      .sort((one, two) => shareOf(two) - shareOf(one));
    for (const [place, index] of [...gone].filter((each) => shareOf(each) < MOST_KEPT).entries()) {
      const other = better[place];
      if (other === undefined) break;
      gone.delete(index);
      gone.add(other);
    }
    const kept = column.filter((index) => !gone.has(index));
    for (const index of gone) own[index] = -1;
    for (const [place, index] of kept.entries()) {
      const partner = partners[place] ?? -1;
      own[index] = partner;
      if (partner >= 0) other[partner] = index;
    }

    /** The share of the elements beside this one, and near above or below it, that have no partner. */
    function shareGone(index: number): number {
      let [lost, all] = [0, 0];
      for (const direction of ['left', 'right', 'above', 'below'] as const) {
        let at = index;
        for (let step = 0; step < MOST_STEPS; step += 1) {
          const next = side.neighbours[direction][at] ?? -1;
          const [from, to] = [side.elements[at]?.box, side.elements[next]?.box];
          if (!from || !to || isInColumn.has(next)) break;
          const gap = Math.max(from.y, to.y) - Math.min(from.y + from.height, to.y + to.height);
          if (gap > FARTHEST_BELOW) break;
          at = next;
          if (undecided.has(next)) continue;
          lost += own[next] === -1 ? 1 : 0;
          all += 1;
        }
      }
      return all === 0 ? 0 : lost / all;
    }
  }
}

/** The indexes of equal elements below each other, from top to bottom, of which some have no partner. */
function columnsWithGaps(bitmap: Bitmap, { elements }: Side, own: Int32Array): number[][] {
  const columns = new Map<string, number[]>();
  for (const [index, { box }] of elements.entries()) {
    const key = `${box.x} ${box.width} ${box.height}`;
    const column = columns.get(key);
    if (column) column.push(index);
    else columns.set(key, [index]);
  }
  const found: number[][] = [];
  for (const column of columns.values()) {
    const first = column.find((index) => own[index] === -1);
    const element = first === undefined ? undefined : elements[first];
    if (!element || isEmpty(element.box) || column.length < 2) continue;
    const equal = column.filter((index) => {
      const each = elements[index];
      return each && (each === element || isSameContent(bitmap, element, bitmap, each));
    });
    if (equal.length > 1) found.push(equal.sort((one, two) => yOf(elements[one]?.box) - yOf(elements[two]?.box)));
  }
  return found;
}

function yOf(box: Box | undefined): number {
  return box?.y ?? 0;
}
