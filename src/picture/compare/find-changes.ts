import { type Box, type Findings, MOST_REGIONS, type Region, type Size } from '../../domain/findings.ts';
import { alignRows } from './align-rows.ts';
import { alignedParts, makeBands } from './bands.ts';
import { areaOf, type Bitmap, isEmpty, isSamePart, type Pair } from './bitmap.ts';
import { compareCells } from './differing-cells.ts';
import { groupRegions, joinTouching } from './group-regions.ts';
import { isSimilarSize } from './likeness.ts';
import { findMoved } from './moved-parts.ts';
import { makeMoves } from './moves.ts';
import { overlay } from './overlay.ts';
import { alteredCells, regionsOf } from './part-regions.ts';
import { LONG_PARTS, type Part, WAYS } from './split-part.ts';
import { growToWord } from './words.ts';

/** Parts are split at most this often. */
const DEEPEST = 40;

/** Content is new as a whole if less of it was found at other places, such as a button that all cards have. */
const MOST_FOUND = 0.2;

/** What changed between two pictures of one page. */
export function findChanges(before: Bitmap, after: Bitmap): Findings {
  const whole = overlay(before, after);
  const top = alignRows(before, after, whole, LONG_PARTS);
  const { same, regions } = compareParts(before, after, top.different);
  const pages = { before: boxOf(before), after: boxOf(after) };
  const grown = joinTouching(regions).map((region) => growToWord(before, after, region));
  return summarize({
    before,
    after,
    regions: groupRegions(grown),
    moved: makeMoves([...top.same, ...same]),
    bands: makeBands(alignedParts(top.same, same, pages), pages),
  });
}

function boxOf({ width, height }: Size): Box {
  return { x: 0, y: 0, width, height };
}

interface Compared {
  readonly same: readonly Pair[];
  readonly regions: readonly Region[];
}

/**
 * Splits different parts into smaller ones, level by level. At each level, parts that show the same are settled, and
 * content that moved from one part to another is found: a card is recognised before it is compared with the card that took its place.
 */
function compareParts(before: Bitmap, after: Bitmap, different: readonly Pair[]): Compared {
  const same: Pair[] = [];
  const regions: Region[] = [];
  const found = new Map<Part, number>();
  let unsplit: Part[] = [];
  for (let waiting: readonly Part[] = different, depth = 0; waiting.length > 0; depth += 1) {
    const open: Part[] = [];
    for (const part of waiting) (isSame(before, after, part) ? same : open).push(part);
    const moved = findMoved(before, after, [...open, ...unsplit]);
    for (const pair of moved.same) regions.push(...alteredCells(pair, compareCells(before, after, pair).differing));
    for (const part of moved.emptied) {
      for (const whole of wholesOf(part)) found.set(whole, (found.get(whole) ?? 0) + largerArea(part));
    }
    same.push(...moved.same);
    waiting = [];
    unsplit = [...moved.different];
    for (const split of depth < DEEPEST ? WAYS : []) {
      const results = unsplit.map((part) => ({ part, parts: split(before, after, part) }));
      if (results.every(({ parts }) => !parts)) continue;
      unsplit = results.flatMap(({ part, parts }) => (parts ? [] : [part]));
      same.push(...results.flatMap(({ parts }) => parts?.same ?? []));
      waiting = results.flatMap(({ parts }) => parts?.different ?? []);
      break;
    }
  }
  const left = new Set(
    unsplit.map(
      (part) => wholesOf(part).findLast((whole) => (found.get(whole) ?? 0) < largerArea(whole) * MOST_FOUND) ?? part,
    ),
  );
  const rest = [...left].flatMap((part) => regionsOf(before, after, part));
  return { same, regions: regions.concat(rest) };
}

function largerArea({ before, after }: Pair): number {
  return Math.max(areaOf(before), areaOf(after));
}

/** Content on one side was split to find its parts elsewhere. The parts that it belonged to, the largest last. */
function wholesOf(part: Part): Part[] {
  const wholes: Part[] = [];
  for (let whole = part.splitFrom; whole; whole = whole.splitFrom) wholes.push(whole);
  return wholes;
}

/** Whether both parts show the same, apart from noise. */
function isSame(before: Bitmap, after: Bitmap, pair: Pair): boolean {
  if (isEmpty(pair.before) || isEmpty(pair.after) || !isSimilarSize(pair)) return false;
  return (
    isSamePart(before, pair.before, after, pair.after) || compareCells(before, after, pair, 0).differing.length === 0
  );
}

interface Found {
  readonly before: Bitmap;
  readonly after: Bitmap;
  readonly regions: readonly Region[];
  readonly moved: Findings['moved'];
  readonly bands: Findings['bands'];
}

function summarize({ before, after, regions, moved, bands }: Found): Findings {
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
