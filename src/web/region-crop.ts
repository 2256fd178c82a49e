import type { Box, Region, Size } from '../domain/findings.ts';

/** Before and after of a region, cut out of both pictures so that the region is at the same place in both. */
export interface PairCrop {
  /** The region is a wide strip: the two parts are shown one above the other. */
  readonly wide: boolean;
  readonly before: Box;
  readonly after: Box;
}

/** Shown about 300 CSS pixels wide, a narrower part would be magnified. */
const LEAST_WIDTH = 500;
const LEAST_WIDTH_OF_THUMBNAIL = 180;
/** The part of the crop that its region takes at most; the rest is context. */
const REGION_SHARE = 0.78;
const PAIR_RATIO = 10 / 16;
const THUMBNAIL_RATIO = 10 / 17.6;
const WIDE_RATIO = 0.153;
const HIGHEST_WIDE_RATIO = 0.3;

/** A region counts as a strip if it spans this share of the page and is this many times as wide as high. */
const STRIP_SPAN = 0.6;
const STRIP_RATIO = 4;

export function cropPair(region: Region, pictures: { before: Size; after: Size }): PairCrop {
  const wide = isStrip(region, pictures);
  const size = wide ? stripSize(region, pictures) : pairSize(region, pictures);
  const lead = leadOf(region, size.height);
  const cut = (side: 'before' | 'after') => place(region, side, { picture: pictures[side], size, lead });
  return { wide, before: cut('before'), after: cut('after') };
}

/** A small part around a region, from the picture that has it. */
export function cropThumbnail(region: Region, picture: Size): Box {
  const side = region.kind === 'removed' ? 'before' : 'after';
  const box = region[side];
  const width = Math.max(LEAST_WIDTH_OF_THUMBNAIL, box.width / REGION_SHARE);
  const size = { width, height: width * THUMBNAIL_RATIO };
  return place(region, side, { picture, size, lead: leadOf(region, size.height) });
}

function isStrip(region: Region, { before, after }: { before: Size; after: Size }): boolean {
  const { width, height } = largerOf(region);
  return width > STRIP_SPAN * Math.max(before.width, after.width) && width >= STRIP_RATIO * height;
}

function largerOf({ before, after }: Region): Size {
  return { width: Math.max(before.width, after.width), height: Math.max(before.height, after.height) };
}

function stripSize(region: Region, { before, after }: { before: Size; after: Size }): Size {
  const width = Math.max(before.width, after.width);
  const wanted = largerOf(region).height / REGION_SHARE;
  return { width, height: clamp(wanted, WIDE_RATIO * width, HIGHEST_WIDE_RATIO * width) };
}

function pairSize(region: Region, { before, after }: { before: Size; after: Size }): Size {
  const larger = largerOf(region);
  const wanted = Math.max(larger.width / REGION_SHARE, larger.height / REGION_SHARE / PAIR_RATIO);
  const width = clamp(wanted, LEAST_WIDTH, Math.max(before.width, after.width));
  return { width, height: width * PAIR_RATIO };
}

/** How far the region begins below the top of the crop: in its middle, or a little below its top if it is too tall. */
function leadOf(region: Region, height: number): number {
  return Math.max((height - largerOf(region).height) / 2, height * (1 - REGION_SHARE) * 0.5);
}

/** Cuts a crop out of one picture. A smaller picture gives a smaller crop of the same shape where possible. */
function place(
  region: Region,
  side: 'before' | 'after',
  { picture, size, lead }: { picture: Size; size: Size; lead: number },
): Box {
  const ratio = size.height / size.width;
  const width = Math.max(1, Math.min(Math.round(size.width), picture.width));
  const height = Math.max(1, Math.min(Math.round(width * ratio), picture.height));
  const left = Math.min(region.before.x, region.after.x);
  const right = Math.max(region.before.x + region.before.width, region.after.x + region.after.width);
  // A region that is wider than the crop is shown from its left side, where text begins.
  const x = right - left > width ? left : (left + right - width) / 2;
  return {
    x: Math.round(clamp(x, 0, picture.width - width)),
    y: Math.round(clamp(region[side].y - lead, 0, picture.height - height)),
    width,
    height,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
