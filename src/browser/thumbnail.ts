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

async function isOneColour({ bytes }: Picture): Promise<boolean> {
  const { channels } = await sharp(bytes, { limitInputPixels: decodeLimit }).stats();
  return channels.every(({ min, max }) => min === max);
}

/** Whether every pixel is the same. The whole picture is decoded only where its thumbnail shows nothing either. */
export async function isBlank(picture: Picture, thumbnail: Picture): Promise<boolean> {
  return (await isOneColour(thumbnail)) && (await isOneColour(picture));
}
