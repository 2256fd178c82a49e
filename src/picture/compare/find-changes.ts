import { type Findings, MOST_REGIONS, type Region } from '../../domain/findings.ts';
import { alignRows } from './align-rows.ts';
import { alignedParts, LEAST_HEIGHT, makeBands } from './bands.ts';
import { growBeyond, isContinued } from './beyond.ts';
import { areaOf, type Bitmap, isEmpty, isSamePart, type Pair } from './bitmap.ts';
import { compareParts } from './compare-parts.ts';
import { compareCells } from './differing-cells.ts';
import { extendToSpaces } from './extend-parts.ts';
import { makeMoves } from './moves.ts';
import { overlay } from './overlay.ts';

/** Fewer same rows in a row are a coincidence. */
const LONG_PARTS = 100;

/** Heights differ by at most this much because of fractions of a pixel. */
const SIZE_TOLERANCE = 2;

/** A picture with a shorter side has no elements, so it changed as a whole or not at all. */
const LEAST_SIDE = 8;

/** Finds the changes between two pictures of one page. */
export function findChanges(before: Bitmap, after: Bitmap): Findings {
  const whole = { before: { x: 0, y: 0, ...sizeOf(before) }, after: { x: 0, y: 0, ...sizeOf(after) } };
  if (isTiny(before) && isTiny(after) && !isSame(before, after, whole)) {
    const region: Region = { kind: 'altered', ...whole, area: Math.max(areaOf(before), areaOf(after)) };
    return summarize({ before, after, regions: [region], moved: [], bands: makeBands([], whole) });
  }
  const common = overlay(before, after);
  const aligned = alignRows(before, after, common, LONG_PARTS);
  const compared = Map.groupBy(aligned.different, (part) => isSame(before, after, part));
  const rows = { ...aligned, alike: compared.get(true) ?? [], different: compared.get(false) ?? [] };
  const pictures = { before, after };
  const hasMore = !isContinued(pictures, common);
  // Rows that are the same in the common width have other content beside it.
  const different = hasMore ? [whole] : rows.different;
  const parts = hasMore ? [whole] : extendToSpaces(after, rows);
  const { same, regions } = compareParts(before, after, { parts, different });
  const between = rows.different.flatMap((part) => alignRows(before, after, part, LEAST_HEIGHT).same);
  const moved = makeMoves(hasMore ? same : [...rows.same, ...same]);
  return summarize({
    before,
    after,
    regions: regions.map((region) => (hasMore ? region : growBeyond(pictures, common, region))).toSorted(largestFirst),
    moved,
    // Where nothing moved, rows that are the same at another place are a coincidence, as the borders of a table.
    bands: makeBands(moved.length > 0 ? alignedParts(rows.same, between) : [], whole),
  });
}

function isTiny({ width, height }: Bitmap): boolean {
  return Math.min(width, height) < LEAST_SIDE;
}

/** Whether both parts show the same where they are, apart from noise. */
function isSame(before: Bitmap, after: Bitmap, part: Pair): boolean {
  if (Math.abs(part.before.height - part.after.height) > SIZE_TOLERANCE) return false;
  if (isEmpty(part.before) || isEmpty(part.after)) return false;
  if (isSamePart(before, part.before, after, part.after)) return true;
  return compareCells(before, after, part, 0).differing.length === 0;
}

function largestFirst(one: Region, other: Region): number {
  return other.area - one.area || one.after.y - other.after.y || one.after.x - other.after.x;
}

function sizeOf({ width, height }: Bitmap) {
  return { width, height };
}

interface Found {
  readonly before: Bitmap;
  readonly after: Bitmap;
  readonly regions: readonly Region[];
  readonly moved: Findings['moved'];
  readonly bands: Findings['bands'];
}

function summarize({ before, after, regions, moved, bands }: Found): Findings {
  const larger = Math.max(before.width * before.height, after.width * after.height);
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
    before: sizeOf(before),
    after: sizeOf(after),
  };
}
