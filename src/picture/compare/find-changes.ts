import { type Box, type Findings, MOST_REGIONS, type Region, type Size } from '../../domain/findings.ts';
import { alignRows } from './align-rows.ts';
import { makeBands } from './bands.ts';
import { areaOf, type Bitmap, isEmpty, isSamePart, type Pair } from './bitmap.ts';
import { differingCells } from './differing-cells.ts';
import { groupRegions } from './group-regions.ts';
import { splitColumns } from './gutters.ts';
import { makeMoves } from './moves.ts';
import { trimFlat } from './trim.ts';

/** Rows and columns are split in turns, at most this often. */
const DEEPEST = 12;

/** Parts whose sizes differ by at most this much may be the same, drawn at other fractions of a pixel. */
const SIZE_TOLERANCE = 2;

/** What changed between two pictures of one page. */
export function findChanges(before: Bitmap, after: Bitmap): Findings {
  const whole = { before: boxOf(before), after: boxOf(after) };
  const top = alignRows(before, after, whole);
  const same: Pair[] = [...top.same];
  const regions: Region[] = [];
  for (let waiting = top.different.slice(), depth = 0; waiting.length > 0; depth += 1) {
    waiting = waiting.flatMap((pair) => {
      const parts = depth < DEEPEST ? splitPart(before, after, pair) : undefined;
      if (!parts) regions.push(...comparePart(before, after, pair));
      same.push(...(parts?.same ?? []));
      return parts?.different ?? [];
    });
  }
  return summarize({ before, after, regions: groupRegions(regions), same, bands: makeBands(top.same, whole) });
}

function boxOf({ width, height }: Size): Box {
  return { x: 0, y: 0, width, height };
}

interface Parts {
  readonly same: readonly Pair[];
  readonly different: readonly Pair[];
}

/** undefined: the part cannot be split. */
function splitPart(before: Bitmap, after: Bitmap, pair: Pair): Parts | undefined {
  if (isEmpty(pair.before) || isEmpty(pair.after)) return undefined;
  if (isSamePart(before, pair.before, after, pair.after)) return { same: [pair], different: [] };
  const columns = splitColumns(before, after, pair);
  if (columns.length > 0) return { same: [], different: columns };
  const rows = isSimilarSize(pair) ? undefined : alignRows(before, after, pair);
  return rows && rows.same.length > 0 ? rows : undefined;
}

function isSimilarSize({ before, after }: Pair): boolean {
  const width = Math.abs(before.width - after.width);
  const height = Math.abs(before.height - after.height);
  return Math.max(width, height) <= SIZE_TOLERANCE;
}

function comparePart(before: Bitmap, after: Bitmap, whole: Pair): Region[] {
  const pair = { before: trimFlat(before, whole.before), after: trimFlat(after, whole.after) };
  if (isEmpty(pair.before) && isEmpty(pair.after)) return [];
  if (isEmpty(pair.before)) return [{ kind: 'added', ...pair, area: areaOf(pair.after) }];
  if (isEmpty(pair.after)) return [{ kind: 'removed', ...pair, area: areaOf(pair.before) }];
  if (!isSimilarSize(pair))
    return [{ kind: 'altered', ...pair, area: Math.max(areaOf(pair.before), areaOf(pair.after)) }];
  return differingCells(before, after, pair).map(({ box, pixels }) => ({
    kind: 'altered',
    before: { ...box, x: pair.before.x + box.x, y: pair.before.y + box.y },
    after: { ...box, x: pair.after.x + box.x, y: pair.after.y + box.y },
    area: pixels,
  }));
}

interface Found {
  readonly before: Bitmap;
  readonly after: Bitmap;
  readonly regions: readonly Region[];
  readonly same: readonly Pair[];
  readonly bands: Findings['bands'];
}

function summarize({ before, after, regions, same, bands }: Found): Findings {
  const moved = makeMoves(same);
  const larger = Math.max(areaOf(boxOf(before)), areaOf(boxOf(after)));
  const omitted = regions.slice(MOST_REGIONS);
  const area = (some: readonly Region[]) => some.reduce((sum, region) => sum + region.area, 0);
  return {
    word: regions.length > 0 ? 'changed' : moved.length > 0 ? 'moved' : 'same',
    share: larger === 0 ? 0 : Math.min(1, area(regions) / larger),
    regions: regions.slice(0, MOST_REGIONS),
    omitted: omitted.length,
    omittedArea: area(omitted),
    moved,
    bands,
    before: { width: before.width, height: before.height },
    after: { width: after.width, height: after.height },
  };
}
