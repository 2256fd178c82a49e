import { hash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { EncodedImage, ImageFormat } from '../domain/capture.ts';
import { decodeLimit } from './thumbnail.ts';

/** `auto`: lossless, by what the page is. `png`: always PNG, for archives that other programs read. */
export type FormatChoice = 'auto' | 'png';

/** WebP cannot be taller or wider, and encoders answer with success and no bytes. */
const webpMost = 16_383;
/**
 * Bytes a pixel of Chromium's fast PNG. Text measured 0.06 to 0.21, and its lossless WebP is a twentieth at 100 ms a
 * megapixel; photographs measured 1.05, and cost ten times as long.
 */
const textDensity = 0.5;

export function bestFormat({ bytes, width, height }: EncodedImage, choice: FormatChoice): ImageFormat {
  if (choice === 'png' || width > webpMost || height > webpMost) return 'png';
  return bytes.length < width * height * textDensity ? 'webp' : 'png';
}

/**
 * The same pixels in fewer bytes: never a larger image than the given one, never an empty one. It costs more time than
 * the capture, so it runs after the capture has given its tab back.
 */
export async function compactPicture(picture: EncodedImage, choice: FormatChoice): Promise<EncodedImage> {
  const format = bestFormat(picture, choice);
  const image = sharp(picture.bytes, { limitInputPixels: decodeLimit });
  // Of a PNG's two ways, flat areas and text are smaller without filters (0.87 of Chromium's own against 1.07), and
  // photographs with them (1.0 against 1.7).
  const ways: Sharp[] =
    format === 'webp'
      ? [image.webp({ lossless: true, effort: 2 })]
      : [true, false].map((adaptiveFiltering) => image.clone().png({ compressionLevel: 6, adaptiveFiltering }));
  let smallest = picture;
  for (const way of ways) {
    const { data, info } = await way.toBuffer({ resolveWithObject: true });
    const whole = info.width === picture.width && info.height === picture.height;
    if (!whole || data.length === 0 || data.length >= smallest.bytes.length) continue;
    smallest = { ...picture, bytes: data, format, sha256: hash('sha256', data, 'hex') };
  }
  return smallest;
}
