import { hash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { EncodedImage } from '../domain/capture.ts';
import { MemoryBudget } from './memory-budget.ts';
import { decodeLimit } from './thumbnail.ts';

/** `auto`: lossless WebP, or PNG where WebP cannot hold the picture. `png`: PNG for all, for programs without WebP. */
export type FormatChoice = 'auto' | 'png';

/** The WebP format cannot hold a longer side; its encoder reports success and writes no bytes. */
const WEBP_LONGEST_SIDE = 16_383;

/** Bytes per pixel of Chromium's fast PNG. Text measured 0.06 to 0.21, photographs 1.05. */
const FLAT_BELOW = 0.5;

/**
 * Encoding takes about 26 bytes of memory per pixel. Small pictures count as the least: libuv has four threads, which
 * also look up host names and write files, so at most two of them encode.
 */
const BUDGET_PIXELS = 24_000_000;
const LEAST_PIXELS = BUDGET_PIXELS / 2;
const budget = new MemoryBudget(BUDGET_PIXELS);

/** The same pixels in fewer bytes. Returns the given picture itself where encoding does not make it smaller. */
export async function encodePicture(picture: EncodedImage, choice: FormatChoice): Promise<EncodedImage> {
  const { width, height } = picture;
  // Chromium's own PNG stays: a tall page costs half a second to compress again.
  if (choice === 'auto' && Math.max(width, height) > WEBP_LONGEST_SIDE) return picture;
  return budget.use(Math.max(width * height, LEAST_PIXELS), async () => {
    const { data, info } = await encoderFor(picture, choice).toBuffer({ resolveWithObject: true });
    const isWhole = info.width === width && info.height === height && data.length > 0;
    if (!isWhole || data.length >= picture.bytes.length) return picture;
    return { ...picture, bytes: data, format: choice === 'png' ? 'png' : 'webp', sha256: hash('sha256', data, 'hex') };
  });
}

/**
 * Measured on everyday pages, as bytes against Chromium's fast PNG and CPU per megapixel. Text: WebP effort 1 gives
 * 0.04 for 60 ms, effort 0 gives 0.2 for 40 ms. Photographs: WebP effort 0 gives 0.45 for 100 ms, effort 1 the same
 * for 400 ms. PNG: 0.27 to 0.9 for 25 to 90 ms.
 */
function encoderFor({ bytes, width, height }: EncodedImage, choice: FormatChoice): Sharp {
  const image = sharp(bytes, { limitInputPixels: decodeLimit });
  if (choice === 'png') return image.png({ compressionLevel: 6, adaptiveFiltering: true });
  const isFlat = bytes.length < width * height * FLAT_BELOW;
  return image.webp({ lossless: true, effort: isFlat ? 1 : 0 });
}
