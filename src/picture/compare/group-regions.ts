import type { Box, Region, RegionKind } from '../../domain/findings.ts';
import { isEmpty } from './bitmap.ts';

/** Cells of the same letters, or of one flat block, have at most this distance. */
const TOUCHING = 4;

/** Regions with a smaller distance are one: the words of a line, and the lines of a paragraph. */
const NEAR_X = 16;
const NEAR_Y = 16;

/** Below each other with the same left edge: lines with an empty line between them. Higher blocks stand for themselves. */
const NEAR_ALIGNED_Y = 28;
const SAME_EDGE = 8;
const HIGHEST_LINE = 32;
const HIGHEST_HEADING = 80;

const SETTLE_EVERY = 64;

/** Fewer changed pixels are noise. The dot of a letter has more. */
const LEAST_AREA = 4;

/** Joins the cells of a letter or of a flat block. */
export function joinTouching(regions: readonly Region[]): Region[] {
  return joinAll(regions, (one, other) => areBeside(one, other, areTouching));
}

/** Joins regions that lie together, and returns the largest first. */
export function groupRegions(regions: readonly Region[]): Region[] {
  return joinAll(regions, (one, other) => areBeside(one, other, areNear))
    .filter(isVisible)
    .sort((one, other) => other.area - one.area || one.after.y - other.after.y || one.after.x - other.after.x);
}

/**
 * Repeats until nothing can be joined. Groups far above the regions that follow are set aside, so that a page with many
 * regions takes time in proportion to their number.
 */
function joinAll(regions: readonly Region[], areOne: (one: Region, other: Region) => boolean): Region[] {
  const sorted = regions.toSorted((one, other) => one.after.y - other.after.y);
  const highest = highestFrom(sorted);
  const settled: Region[] = [];
  let groups: Region[] = [];
  for (const [index, region] of sorted.entries()) {
    let joined = region;
    for (let at = groups.length - 1; at >= 0; at -= 1) {
      const group = groups[at];
      if (!group || !areOne(group, joined)) continue;
      groups.splice(at, 1);
      joined = join(group, joined);
      // The joined region is larger, and may touch groups that were too far away before.
      at = groups.length;
    }
    groups.push(joined);
    if (index % SETTLE_EVERY !== 0) continue;
    const isAbove = ({ before, after }: Region) =>
      after.y + after.height + NEAR_ALIGNED_Y < region.after.y &&
      before.y + before.height + NEAR_ALIGNED_Y < (highest[index] ?? 0);
    for (const group of groups) if (isAbove(group)) settled.push(group);
    groups = groups.filter((group) => !isAbove(group));
  }
  const all = settled.concat(groups);
  return all.length < regions.length ? joinAll(all, areOne) : all;
}

/** For each region, the highest place in the older picture from there to the end. */
function highestFrom(regions: readonly Region[]): Float64Array {
  const highest = new Float64Array(regions.length);
  let least = Number.POSITIVE_INFINITY;
  for (let at = regions.length - 1; at >= 0; at -= 1) {
    least = Math.min(least, regions[at]?.before.y ?? least);
    highest[at] = least;
  }
  return highest;
}

/** A thin line, or a few pixels, are the edge of something at another fraction of a pixel. */
function isVisible({ kind, before, after, area }: Region): boolean {
  const { width, height } = isEmpty(after) ? before : after;
  return Math.min(width, height) > (kind === 'altered' ? 1 : 4) && area >= LEAST_AREA;
}

type Near = (one: Box, other: Box) => boolean;

function areBeside(one: Region, other: Region, areNear: Near): boolean {
  const inBefore = !isEmpty(one.before) && !isEmpty(other.before);
  const inAfter = !isEmpty(one.after) && !isEmpty(other.after);
  if (inAfter && areNear(one.after, other.after)) return true;
  if (inAfter) return inBefore && doOverlap(one.before, other.before);
  if (inBefore) return areNear(one.before, other.before);
  return areNear(one.after, other.after) && areNear(one.before, other.before);
}

function doOverlap(one: Box, other: Box): boolean {
  return (
    Math.max(one.x, other.x) < Math.min(one.x + one.width, other.x + other.width) &&
    Math.max(one.y, other.y) < Math.min(one.y + one.height, other.y + other.height)
  );
}

function areTouching(one: Box, other: Box): boolean {
  return Math.max(...gapsOf(one, other)) <= TOUCHING;
}

function areNear(one: Box, other: Box): boolean {
  const [gapX, gapY] = gapsOf(one, other);
  const height = Math.min(one.height, other.height);
  // The spaces of large text are wider.
  const space = height <= HIGHEST_HEADING ? height / 2 : 0;
  const isAligned = Math.abs(one.x - other.x) <= SAME_EDGE && height <= HIGHEST_LINE;
  const nearY = isAligned ? NEAR_ALIGNED_Y : Math.max(NEAR_Y, Math.min(space, NEAR_ALIGNED_Y));
  return gapX < Math.max(NEAR_X, space) && gapY < nearY;
}

function gapsOf(one: Box, other: Box): [number, number] {
  return [
    Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width),
    Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height),
  ];
}

function join(one: Region, other: Region): Region {
  const before = around(one.before, other.before);
  const after = around(one.after, other.after);
  const kind: RegionKind = isEmpty(before) ? 'added' : isEmpty(after) ? 'removed' : 'altered';
  return { kind, before, after, area: one.area + other.area };
}

function around(one: Box, other: Box): Box {
  if (isEmpty(one) && !isEmpty(other)) return other;
  if (isEmpty(other) && !isEmpty(one)) return one;
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const width = Math.max(one.x + one.width, other.x + other.width) - x;
  const height = Math.max(one.y + one.height, other.y + other.height) - y;
  return isEmpty(one)
    ? { x, y, width: one.width === 0 ? 0 : width, height: one.height === 0 ? 0 : height }
    : { x, y, width, height };
}
