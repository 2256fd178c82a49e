import type { Box, Findings, Rows, Size } from '../../domain/findings.ts';
import { areaOf, type SideName } from './bitmap.ts';
import { decodePair, MOST_PIXELS } from './decode.ts';
import { findChanges } from './find-changes.ts';

/** Decodes and compares two encoded images in this thread. The findings are in pixels of the images. */
export async function compareHere(before: Uint8Array, after: Uint8Array, mostPixels = MOST_PIXELS): Promise<Findings> {
  const pair = await decodePair(before, after, mostPixels);
  return enlarge(findChanges(pair.before, pair.after), pair.sizes);
}

/** The findings of scaled-down pictures in pixels of the pictures. */
function enlarge(findings: Findings, sizes: Readonly<Record<SideName, Size>>): Findings {
  if (isSame(findings.before, sizes.before) && isSame(findings.after, sizes.after)) return findings;
  const across = (length: number, side: SideName) => scale(length, findings[side].width, sizes[side].width);
  const down = (length: number, side: SideName) => scale(length, findings[side].height, sizes[side].height);
  const box = ({ x, y, width, height }: Box, side: SideName): Box => {
    const [left, top] = [across(x, side), down(y, side)];
    return { x: left, y: top, width: across(x + width, side) - left, height: down(y + height, side) - top };
  };
  const boxes = (pair: Readonly<Record<SideName, Box>>) => ({
    before: box(pair.before, 'before'),
    after: box(pair.after, 'after'),
  });
  const rows = ({ top, bottom }: Rows, side: SideName): Rows => ({ top: down(top, side), bottom: down(bottom, side) });
  const larger = areaOf(sizes.before) > areaOf(sizes.after) ? 'before' : 'after';
  const area = (pixels: number) => across(down(pixels, larger), larger);
  return {
    ...findings,
    regions: findings.regions.map((region) => ({ ...region, ...boxes(region), area: area(region.area) })),
    omittedArea: area(findings.omittedArea),
    moved: findings.moved.map(boxes),
    bands: findings.bands.map((band) => ({ before: rows(band.before, 'before'), after: rows(band.after, 'after') })),
    before: sizeOf(sizes.before),
    after: sizeOf(sizes.after),
  };
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function scale(length: number, from: number, to: number): number {
  return Math.round((length * to) / from);
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
