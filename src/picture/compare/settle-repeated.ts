import type { Bitmap, Pictures } from './bitmap.ts';
import { gridOf } from './box-grid.ts';
import { gapsOf, moveBy } from './boxes.ts';
import type { Matches } from './match-elements.ts';
import { DIRECTIONS, type Side } from './neighbours.ts';
import { isSameContent } from './same-content.ts';
import { isSameShift, type Shift, shiftOf } from './shift.ts';

/** Farther elements do not belong to the same card. */
const FARTHEST = 48;

/** The words of a line have smaller spaces between them, relative to their height. */
const WORD_SPACE = 0.6;

/**
 * Elements that occur often, such as the stars of ratings, may be matched crosswise, so that the wrong one is left over.
 * Matches those that are left over with the elements at their places, if these have a partner that belongs to another place.
 */
export function settleRepeated({ before, after }: Pictures, olds: Side, news: Side, { old, newer }: Matches): void {
  const [one, other] = [
    { bitmap: before, side: olds, partners: old },
    { bitmap: after, side: news, partners: newer },
  ];
  settle(one, other);
  settle(other, one);
}

interface Matched {
  readonly bitmap: Bitmap;
  readonly side: Side;
  readonly partners: Int32Array;
}

function settle(own: Matched, other: Matched): void {
  const { elements, neighbours } = own.side;
  const places = gridOf(other.side.elements.map(({ box }) => box));
  const waiting = [...own.partners.keys()].filter((i) => own.partners[i] === -1);
  let steps = 2 * waiting.length;
  for (let i = waiting.pop(); i !== undefined && steps > 0; i = waiting.pop(), steps -= 1) {
    const j = elementAtPlace(i);
    if (j === undefined) continue;
    const rival = other.partners[j] ?? -1;
    if (rival >= 0) {
      if (isAtPlace(rival, j) && !isInLine(i, rival)) continue;
      own.partners[rival] = -1;
      waiting.push(rival);
    }
    own.partners[i] = j;
    other.partners[j] = i;
  }

  /** The element of the other picture that shows the same, moved as far as the content beside it. */
  function elementAtPlace(i: number): number | undefined {
    const [element, { shift }] = [elements[i], besideOf(i)];
    if (!element || !shift) return undefined;
    let found: number | undefined;
    places.each(moveBy(element.box, shift), (box, j) => {
      const there = other.side.elements[j];
      if (!there || !isSameShift(shiftOf({ before: element.box, after: box }), shift)) return;
      if (isSameContent(own.bitmap, element, other.bitmap, there)) found = j;
    });
    return found;
  }

  function isAtPlace(i: number, j: number): boolean {
    const [{ shift }, actual] = [besideOf(i), shiftTo(i, j)];
    return !shift || !actual || isSameShift(shift, actual);
  }

  /** Whether an element is beside a word that moved, while the other one is only near other content: the words of a line go together. */
  function isInLine(i: number, rival: number): boolean {
    const { gap } = besideOf(i);
    return gap <= WORD_SPACE * (elements[i]?.box.height ?? 0) && gap < besideOf(rival).gap;
  }

  /** How far the nearest content beside an element moved, and the space between them. */
  function besideOf(i: number): { shift: Shift | undefined; gap: number } {
    const element = elements[i];
    let [nearest, least]: [Shift | undefined, number] = [undefined, FARTHEST];
    for (const direction of DIRECTIONS) {
      const next = neighbours[direction][i] ?? -1;
      const beside = elements[next];
      const shift = shiftTo(next, own.partners[next] ?? -1);
      const gap = element && beside ? Math.max(...gapsOf(element.box, beside.box)) : least;
      if (shift && gap < least) [nearest, least] = [shift, gap];
    }
    return { shift: nearest, gap: least };
  }

  function shiftTo(i: number, j: number): Shift | undefined {
    const [from, to] = [elements[i], other.side.elements[j]];
    return from && to ? shiftOf({ before: from.box, after: to.box }) : undefined;
  }
}
