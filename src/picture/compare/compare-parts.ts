import type { Box, Region } from '../../domain/findings.ts';
import { blankColours, otherBackgrounds } from './backgrounds.ts';
import { areaOf, type Bitmap, isSamePart, type Pair, type Pictures, type SideName } from './bitmap.ts';
import { gridOf } from './box-grid.ts';
import { moveBy } from './boxes.ts';
import { detailsOf } from './details.ts';
import { joinDivided } from './divided-words.ts';
import { type Element, HIGHEST_TEXT, lookAt } from './elements.ts';
import { unmatchExchanged } from './exchanged.ts';
import { groupPieces } from './group-pieces.ts';
import { findReplaced } from './in-place.ts';
import { matchElements, type ShiftsOf } from './match-elements.ts';
import { type Side, sideOf } from './neighbours.ts';
import type { Piece } from './pieces.ts';
import { settleColumns } from './settle-columns.ts';
import { settleRepeated } from './settle-repeated.ts';
import { reverse, type Shift } from './shift.ts';
import { likelyShifts, shiftsAround } from './shifts.ts';
import { unmatchedBy } from './unmatched.ts';

export interface PartsToCompare {
  readonly parts: readonly Pair[];
  /** The rows of the parts that are not the same in both pictures. */
  readonly different: readonly Pair[];
}

export interface ComparedParts {
  /** Content that both pictures have, in the rows that differ. */
  readonly same: readonly Pair[];
  readonly regions: readonly Region[];
}

/** Finds what changed in different parts of two pictures by their words and pictures, wherever these are. */
export function compareParts(before: Bitmap, after: Bitmap, { parts, different }: PartsToCompare): ComparedParts {
  const pictures = { before, after };
  const looks = {
    before: parts.map((part) => lookAt(before, part.before)),
    after: parts.map((part) => lookAt(after, part.after)),
  };
  const endsOf = (box: Box, side: SideName) => endShifts(parts.findLast((part) => part[side].y <= box.y) ?? parts[0]);
  const elementsOf = (side: SideName) => looks[side].flatMap((look) => look.elements);
  const { olds, news, matches } = matchWords(pictures, elementsOf('before'), elementsOf('after'), (box) =>
    endsOf(box, 'after'),
  );
  settleColumns(pictures, olds, news, matches);
  settleRepeated(pictures, olds, news, matches);
  unmatchExchanged(pictures, olds, news, matches);
  const same = pairsOf(olds, news, matches.old);
  const likely = { before: likelyShifts(same, 'before'), after: likelyShifts(same, 'after') };
  const shiftsOf = (box: Box, side: SideName) => [...likely[side](box), ...endsOf(box, side)];
  const blank = blankColours(before, after);
  const backgrounds = findBackgrounds({ ...pictures, parts, same, olds, news, blank });
  const chooseUnmatched = unmatchedBy({ before, after, parts, same, shiftsOf, backgrounds });
  const unmatched = {
    before: chooseUnmatched(olds.elements, matches.old, 'before'),
    after: chooseUnmatched(news.elements, matches.newer, 'after'),
  };
  const replaced = findReplaced(pictures, unmatched.before, unmatched.after, (box) => {
    const shifts = likely.before(box);
    return shifts.length > 0 ? shifts : endsOf(box, 'before');
  });
  const pieces: Piece[] = [...detailsOfPictures(pictures, same), ...replaced.details];
  const addOld = (box: Box, hasBackground: boolean) => {
    const [shift = { x: 0, y: 0 }] = shiftsOf(box, 'before');
    pieces.push({ before: box, after: undefined, at: moveBy(box, shift), area: areaOf(box), hasBackground });
  };
  const addNew = (box: Box, hasBackground: boolean) =>
    pieces.push({ before: undefined, after: box, at: box, area: areaOf(box), hasBackground });
  for (const box of unmatched.before) if (!replaced.old.has(box)) addOld(box, false);
  for (const box of unmatched.after) if (!replaced.newer.has(box)) addNew(box, false);
  for (const box of backgrounds.before) addOld(box, true);
  for (const box of backgrounds.after) addNew(box, true);
  const rules = {
    before: gridOf(looks.before.flatMap((look) => look.rules)),
    after: gridOf(looks.after.flatMap((look) => look.rules)),
  };
  const elements = {
    before: gridOf(olds.elements.map(({ box }) => box)),
    after: gridOf(news.elements.map(({ box }) => box)),
  };
  const inRows = pieces.filter((piece) => isInRows(piece, different));
  const surroundings = { ...pictures, same, rules, elements, shiftsOf, olds, news, blank };
  const regions = groupPieces(inRows, surroundings);
  const unexplained = different
    .filter((part) => isUnexplained(part, same, regions))
    .flatMap((part) => detailsOf(before, after, part));
  return {
    same: same.filter((pair) => isInRows(pair, different)),
    regions: unexplained.length > 0 ? [...regions, ...groupPieces(unexplained, surroundings)] : regions,
  };
}

/** Matches the elements of both pictures, again where words were divided differently. */
function matchWords(pictures: Pictures, before: readonly Element[], after: readonly Element[], shiftsOf: ShiftsOf) {
  const [olds, news] = [sideOf(before), sideOf(after)];
  const matches = matchElements(pictures, olds, news, shiftsOf);
  const joined = joinDivided(pictures, olds, news, matches);
  if (!joined) return { olds, news, matches };
  const whole = { olds: sideOf(joined.before), news: sideOf(joined.after) };
  return { ...whole, matches: matchElements(pictures, whole.olds, whole.news, shiftsOf) };
}

/** How far the first and the last rows of a part moved. */
function endShifts(part: Pair | undefined): [Shift, Shift] {
  const { before, after } = part ?? { before: NOWHERE, after: NOWHERE };
  const x = after.x - before.x;
  const top = after.y - before.y;
  return [
    { x, y: top },
    { x, y: top + after.height - before.height },
  ];
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

function pairsOf(olds: Side, news: Side, matches: Int32Array): Pair[] {
  const pairs: Pair[] = [];
  for (const [i, j] of matches.entries()) {
    const [old, newer] = [olds.elements[i], news.elements[j]];
    if (old && newer) pairs.push({ before: old.box, after: newer.box });
  }
  return pairs;
}

/** The details in which pictures differ that both have. Words have none. */
function detailsOfPictures({ before, after }: Pictures, same: readonly Pair[]): Piece[] {
  return same
    .filter((pair) => pair.before.height > HIGHEST_TEXT && !isSamePart(before, pair.before, after, pair.after))
    .flatMap((pair) => detailsOf(before, after, pair));
}

interface Surroundings extends Pictures {
  readonly parts: readonly Pair[];
  readonly same: readonly Pair[];
  readonly olds: Side;
  readonly news: Side;
  readonly blank: ReadonlySet<number>;
}

/** The boxes of backgrounds that only one picture has. */
function findBackgrounds({ before, after, parts, same, olds, news, blank }: Surroundings): Record<SideName, Box[]> {
  const boxes = { before: olds.elements.map(({ box }) => box), after: news.elements.map(({ box }) => box) };
  const isText = ({ height }: Box) => height <= HIGHEST_TEXT;
  const text = { before: gridOf(boxes.before.filter(isText)), after: gridOf(boxes.after.filter(isText)) };
  const around = { before: shiftsAround(same, 'before'), after: shiftsAround(same, 'after') };
  const found: Record<SideName, Box[]> = { before: [], after: [] };
  for (const part of parts) {
    const ends = endShifts(part);
    const old = { bitmap: before, box: part.before, other: after, covered: boxes.before, otherText: text.after, blank };
    const newer = {
      bitmap: after,
      box: part.after,
      other: before,
      covered: boxes.after,
      otherText: text.before,
      blank,
    };
    found.before.push(...otherBackgrounds({ ...old, shiftsAt: (at) => [...around.before(at), ...ends] }));
    found.after.push(...otherBackgrounds({ ...newer, shiftsAt: (at) => [...around.after(at), ...ends].map(reverse) }));
  }
  return found;
}

/** Whether rows that did not move differ, and neither a change nor a move tells why: frames, rules and bars are no elements. */
function isUnexplained(part: Pair, same: readonly Pair[], regions: readonly Region[]): boolean {
  if (part.before.height !== part.after.height || part.before.y !== part.after.y) return false;
  const hasMoved = ({ before, after }: Pair) => before.x !== after.x || before.y !== after.y;
  return (
    !regions.some((region) => isInRows(region, [part])) &&
    !same.some((pair) => hasMoved(pair) && isInRows(pair, [part]))
  );
}

/** Whether something is at least partly in rows that differ. */
function isInRows(
  piece: { readonly before: Box | undefined; readonly after: Box | undefined },
  different: readonly Pair[],
): boolean {
  return different.some((part) =>
    (['before', 'after'] as const).some((side) => {
      const box = piece[side];
      return box !== undefined && box.y < part[side].y + part[side].height && box.y + box.height > part[side].y;
    }),
  );
}
