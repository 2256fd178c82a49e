import { hash } from 'node:crypto';
import sharp from 'sharp';
import type { Picture } from '../domain/capture.ts';

/** Above what a picture may have (picture bounds), so that only a broken image is refused. */
export const decodeLimit = 300_000_000;

const thumbnailWidth = 320;

/** The top of the page, 4:3. Reading on from the top, the rest of a long page is not even decoded. */
export async function makeThumbnail({ bytes, width, height }: Picture): Promise<Picture> {
  const { data, info } = await sharp(bytes, { sequentialRead: true, limitInputPixels: decodeLimit })
    .extract({ left: 0, top: 0, width, height: Math.min(height, Math.ceil((width * 3) / 4)) })
    .resize({ width: thumbnailWidth })
    .webp({ quality: 80, effort: 2, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, format: 'webp', width: info.width, height: info.height, sha256: hash('sha256', data, 'hex') };
}

/** The fast PNG of one colour measures 0.005 bytes a pixel, and the emptiest page with a line of text more than that. */
const blankDensity = 0.02;

/** Whether every pixel is the same. Only an image that compressed to next to nothing is decoded to see. */
export async function isOneColour({ bytes, width, height }: Picture): Promise<boolean> {
  if (bytes.length > width * height * blankDensity + 1_000) return false;
  const { channels } = await sharp(bytes, { limitInputPixels: decodeLimit }).stats();
  return channels.every(({ min, max }) => min === max);
}
