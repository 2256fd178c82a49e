import type { Region } from '../../domain/findings.ts';
import { areaOf, type Bitmap, isEmpty, type Pair } from './bitmap.ts';
import { compareCells, type Differing } from './differing-cells.ts';
import { isSimilarSize } from './likeness.ts';
import type { Part } from './split-part.ts';
import { trimPair } from './trim.ts';

/** The regions of a part that is different and cannot be split. */
export function regionsOf(before: Bitmap, after: Bitmap, part: Part): Region[] {
  const { before: there, after: here } = trimPair(before, after, part.untrimmed ?? part);
  const pair = { before: there, after: here };
  if (isEmpty(there) && isEmpty(here)) return [];
  if (isEmpty(there)) return [{ kind: 'added', ...pair, area: areaOf(here) }];
  if (isEmpty(here)) return [{ kind: 'removed', ...pair, area: areaOf(there) }];
  const inPlace = [pair, part, part.untrimmed].filter((each) => each !== undefined && isSimilarSize(each));
  const compared = inPlace.map((each) =>
    alteredCells(each as Pair, compareCells(before, after, each as Pair).differing),
  );
  const [least] = compared.sort((one, other) => one.length - other.length);
  return least ?? [{ kind: 'altered', ...pair, area: Math.max(areaOf(there), areaOf(here)) }];
}

export function alteredCells(pair: Pair, differing: readonly Differing[]): Region[] {
  return differing.map(({ box, pixels }) => ({
    kind: 'altered',
    before: { ...box, x: pair.before.x + box.x, y: pair.before.y + box.y },
    after: { ...box, x: pair.after.x + box.x, y: pair.after.y + box.y },
    area: pixels,
  }));
}
