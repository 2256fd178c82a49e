import type { Box, Size } from './findings.ts';
import { Problem } from './problem.ts';

/** A region of a picture, scaled down to a size. */
export interface PicturePart {
  readonly region: Box;
  readonly size: Size;
  readonly format: PartFormat;
}

export const PART_TYPES = { webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type PartFormat = keyof typeof PART_TYPES;

/** The largest part that is made. Its height is the limit of WebP. */
const LIMITS = { width: 4096, height: 16_383, area: 8_388_608 } as const;

/** The side of a tile of the viewer. */
const TILE = 512;

/** The parameters of an image request of the IIIF Image API 3, as they are in its URL. */
export interface PartParameters {
  readonly region: string;
  readonly size: string;
  readonly rotation: string;
  readonly file: string;
}

/** Throws Problem('invalid') for a part that the picture does not have, and for one that is never made. */
export function readPart(picture: Size, { region, size, rotation, file }: PartParameters): PicturePart {
  const [, format] = /^default\.(webp|jpg)$/.exec(file) ?? [];
  if (format === undefined) throw bad('file', file, 'default.webp or default.jpg');
  if (rotation !== '0') throw bad('rotation', rotation, '0');
  const box = readRegion(picture, region);
  return { region: box, size: readSize(box, size), format: format as PartFormat };
}

function readRegion(picture: Size, text: string): Box {
  if (text === 'full') return { x: 0, y: 0, width: picture.width, height: picture.height };
  const [, x, y, w, h] = /^(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (x === undefined || y === undefined || w === undefined || h === undefined) {
    throw bad('region', text, 'full, or x,y,w,h in whole pixels');
  }
  // As IIIF requires, a region that leaves the picture is cut at the edge.
  const box = { x, y, width: Math.min(w, picture.width - x), height: Math.min(h, picture.height - y) };
  if (box.width < 1 || box.height < 1) {
    throw bad('region', text, `within the picture, which has ${picture.width} × ${picture.height} pixels`);
  }
  return box;
}

function readSize(region: Size, text: string): Size {
  if (text === 'max') return largestSize(region);
  const [, w, h] = /^(\d{1,6})?,(\d{1,6})?$/.exec(text) ?? [];
  if (w === undefined && h === undefined) throw bad('size', text, 'max, or w, or ,h or w,h in whole pixels');
  const { width, height } = region;
  const size = {
    width: w === undefined ? scale(width, Number(h) / height) : Number(w),
    height: h === undefined ? scale(height, Number(w) / width) : Number(h),
  };
  if (size.width < 1 || size.height < 1) throw bad('size', text, 'at least 1 pixel wide and high');
  if (size.width > width || size.height > height) {
    throw bad('size', text, `at most that of the region, ${width} × ${height} pixels`);
  }
  if (size.width > LIMITS.width || size.height > LIMITS.height || size.width * size.height > LIMITS.area) {
    const limits = `${LIMITS.width} pixels wide, ${LIMITS.height} high and ${LIMITS.area} in all`;
    throw bad('size', text, `at most ${limits}`);
  }
  return size;
}

function largestSize({ width, height }: Size): Size {
  const by = Math.min(1, LIMITS.width / width, LIMITS.height / height, Math.sqrt(LIMITS.area / (width * height)));
  return { width: Math.max(1, Math.floor(width * by)), height: Math.max(1, Math.floor(height * by)) };
}

function scale(length: number, by: number): number {
  return Math.max(1, Math.round(length * by));
}

function bad(name: string, value: string, allowed: string): Problem {
  return new Problem(
    'invalid',
    `The ${name} of this part of a picture is ${JSON.stringify(value)}, but must be ${allowed}.`,
  );
}

/** The image information document of IIIF. It lists the tiles of every scale down to one tile for the whole picture. */
export function partInfo(id: string, { width, height }: Size): object {
  const scaleFactors = [1];
  while (Math.max(width, height) / (scaleFactors.at(-1) ?? 1) > TILE) scaleFactors.push(2 ** scaleFactors.length);
  return {
    '@context': 'http://iiif.io/api/image/3/context.json',
    id,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level0',
    width,
    height,
    maxWidth: LIMITS.width,
    maxHeight: LIMITS.height,
    maxArea: LIMITS.area,
    tiles: [{ width: TILE, height: TILE, scaleFactors }],
    preferredFormats: ['webp', 'jpg'],
    extraFormats: ['webp'],
    extraFeatures: ['regionByPx', 'sizeByH', 'sizeByW', 'sizeByWh'],
  };
}
