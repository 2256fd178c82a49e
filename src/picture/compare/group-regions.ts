import type { Box, Region, RegionKind } from '../../domain/findings.ts';
import { isEmpty } from './bitmap.ts';

/** Regions with a smaller distance are one: the words of a line, and the lines of a paragraph. */
const NEAR_X = 16;
const NEAR_Y = 16;

/** Below each other with the same left edge: lines with an empty line between them. */
const NEAR_ALIGNED_Y = 28;
const SAME_EDGE = 8;

/** Fewer changed pixels are noise. The dot of a letter has more. */
const LEAST_AREA = 4;

/** Joins regions that lie together, and returns the largest first. */
export function groupRegions(regions: readonly Region[]): Region[] {
  const groups: Region[] = [];
  for (const region of regions.toSorted((one, other) => one.after.y - other.after.y)) {
    let joined = region;
    for (let at = groups.length - 1; at >= 0; at -= 1) {
      const group = groups[at];
      if (!group || !areNear(group, joined)) continue;
      groups.splice(at, 1);
      joined = join(group, joined);
      // The joined region is larger, and may touch groups that were too far away before.
      at = groups.length;
    }
    groups.push(joined);
  }
  return groups
    .filter(isVisible)
    .sort((one, other) => other.area - one.area || one.after.y - other.after.y || one.after.x - other.after.x);
}

/** A thin line, or a few pixels, are the edge of something at another fraction of a pixel. */
function isVisible({ kind, before, after, area }: Region): boolean {
  const { width, height } = isEmpty(after) ? before : after;
  return Math.min(width, height) > (kind === 'altered' ? 1 : 4) && area >= LEAST_AREA;
}

function areNear(one: Region, other: Region): boolean {
  const inBefore = !isEmpty(one.before) && !isEmpty(other.before);
  const inAfter = !isEmpty(one.after) && !isEmpty(other.after);
  if (inAfter && areNearBoxes(one.after, other.after)) return true;
  if (inAfter) return inBefore && doOverlap(one.before, other.before);
  if (inBefore) return areNearBoxes(one.before, other.before);
  return areNearBoxes(one.after, other.after) && areNearBoxes(one.before, other.before);
}

function doOverlap(one: Box, other: Box): boolean {
  return (
    Math.max(one.x, other.x) < Math.min(one.x + one.width, other.x + other.width) &&
    Math.max(one.y, other.y) < Math.min(one.y + one.height, other.y + other.height)
  );
}

function areNearBoxes(one: Box, other: Box): boolean {
  const gapX = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
  const gapY = Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height);
  // The spaces of large text are wider.
  const height = Math.min(one.height, other.height) / 2;
  const isAligned = Math.abs(one.x - other.x) <= SAME_EDGE;
  const nearY = isAligned ? NEAR_ALIGNED_Y : Math.max(NEAR_Y, Math.min(height, NEAR_ALIGNED_Y));
  return gapX < Math.max(NEAR_X, height) && gapY < nearY;
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
