import sharp, { type Sharp } from 'sharp';
import type { Box, Size } from '../domain/findings.ts';
import type { PicturePart } from '../domain/picture-part.ts';
import type { PictureCutter } from '../domain/ports/picture-parts.ts';
import { MemoryBudget } from './memory-budget.ts';
import { decodeLimit } from './thumbnail.ts';

/** A decoded picture takes 3 to 4 bytes per pixel. At most two works run at once: libuv has four threads. */
const BUDGET_PIXELS = 64_000_000;
const LEAST_PIXELS = BUDGET_PIXELS / 2;
const budget = new MemoryBudget(BUDGET_PIXELS);

/**
 * Text compresses better without loss: a tile of 512 × 512 pixels takes 10 kB, with loss 52 kB. Photographs take more
 * bytes per pixel than this and are then encoded with loss.
 */
const LOSSLESS_BYTES_PER_PIXEL = 0.5;
const ALWAYS_LOSSLESS_BYTES = 4096;

const TILE = 512;

export const pictureCutter: PictureCutter = {
  cut: (image, picture, part) =>
    budget.use(Math.max(picture.width * picture.height, LEAST_PIXELS), async () => {
      const decoded = sharp(image, { sequentialRead: true, limitInputPixels: decodeLimit });
      return encode(decoded.extract(areaOf(part.region)), part);
    }),

  // A pyramid of 1280 × 50,000 pixels of text takes 1.1 s with packbits, 2.5 s with deflate, and 60 MB instead of 48 MB.
  writePyramid: (image, picture, path) =>
    budget.use(Math.max(picture.width * picture.height, LEAST_PIXELS), async () => {
      await sharp(image, { sequentialRead: true, limitInputPixels: decodeLimit })
        .flatten({ background: '#fff' })
        .tiff({ tile: true, pyramid: true, tileWidth: TILE, tileHeight: TILE, compression: 'packbits' })
        .toFile(path);
    }),

  cutPyramid: (path, picture, part) =>
    budget.use(LEAST_PIXELS, async () => {
      const { pages = 1 } = await sharp(path, { limitInputPixels: decodeLimit }).metadata();
      const page = Math.min(pages - 1, levelOf(part));
      const level = sharp(path, { page, limitInputPixels: decodeLimit });
      const { width, height } = await level.metadata();
      return encode(level.extract(areaOf(scaledBox(part.region, picture, { width, height }))), part);
    }),
};

/** The scale of the pyramid that is just larger than the part: 0 is the whole picture, each other half of the last. */
function levelOf({ region, size }: PicturePart): number {
  return Math.floor(Math.log2(Math.min(region.width / size.width, region.height / size.height)));
}

function scaledBox(region: Box, from: Size, to: Size): Box {
  const x = Math.min(to.width - 1, Math.floor((region.x * to.width) / from.width));
  const y = Math.min(to.height - 1, Math.floor((region.y * to.height) / from.height));
  const right = Math.ceil(((region.x + region.width) * to.width) / from.width);
  const bottom = Math.ceil(((region.y + region.height) * to.height) / from.height);
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

function areaOf({ x, y, width, height }: Box) {
  return { left: x, top: y, width, height };
}

async function encode(cut: Sharp, { size, format }: PicturePart): Promise<Uint8Array> {
  const { data, info } = await cut
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const image = () => sharp(data, { raw: { width, height, channels } });
  if (format === 'jpg') return image().jpeg({ quality: 85 }).toBuffer();
  const lossless = await image().webp({ lossless: true, effort: 1 }).toBuffer();
  if (lossless.length <= Math.max(ALWAYS_LOSSLESS_BYTES, width * height * LOSSLESS_BYTES_PER_PIXEL)) return lossless;
  return image().webp({ quality: 82, effort: 2 }).toBuffer();
}
