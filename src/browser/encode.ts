import { hash } from 'node:crypto';
import sharp from 'sharp';
import type { ImageFormat, Picture } from '../domain/capture.ts';
import { decodeLimit } from './thumbnail.ts';

/** `auto`: lossless, by what the page is. `png`: always PNG, for archives that other programs read. */
export type FormatChoice = 'auto' | 'png';

/** WebP cannot be taller or wider, and encoders answer with success and no bytes. */
const webpMost = 16_383;
/** Bytes a pixel of Chromium's fast PNG. Below are text pages, where lossless WebP is a sixth of it at 100 ms a megapixel. */
const textDensity = 0.2;

export function bestFormat({ bytes, width, height }: Picture, choice: FormatChoice): ImageFormat {
  if (choice === 'png' || width > webpMost || height > webpMost) return 'png';
  return bytes.length < width * height * textDensity ? 'webp' : 'png';
}

/**
 * The same pixels in fewer bytes: never a larger image than the given one, never an empty one. It costs more time than
 * the capture, so it runs after the capture has given its tab back.
 */
export async function compactPicture(picture: Picture, choice: FormatChoice): Promise<Picture> {
  const format = bestFormat(picture, choice);
  const image = sharp(picture.bytes, { limitInputPixels: decodeLimit });
  const encoded =
    format === 'webp'
      ? image.webp({ lossless: true, effort: 2 })
      : image.png({ compressionLevel: 6, adaptiveFiltering: true });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const whole = info.width === picture.width && info.height === picture.height;
  if (!whole || data.length === 0 || data.length >= picture.bytes.length) return picture;
  return { bytes: data, format, width: info.width, height: info.height, sha256: hash('sha256', data, 'hex') };
}
