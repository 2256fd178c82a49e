import { hash } from 'node:crypto';
import sharp from 'sharp';
import type { EncodedImage } from '../domain/capture.ts';
import type { ImageExtension } from '../domain/image-key.ts';

/** More pixels than a capture may have, so that only a broken image is refused. */
export const decodeLimit = 300_000_000;

const thumbnailWidth = 320;

// Several pictures are processed at once and keep every core busy. More threads per picture would compete with them.
sharp.concurrency(1);

export type Thumbnail = {
  readonly image: EncodedImage;
  /** All pixels of the picture have the same colour. */
  readonly blank: boolean;
};

/** The top of the page, 4:3. A sequential read decodes only that part of a long page. */
export async function makeThumbnail({ bytes, width, height }: EncodedImage): Promise<Thumbnail> {
  const { data: pixels, info } = await sharp(bytes, { sequentialRead: true, limitInputPixels: decodeLimit })
    .extract({ left: 0, top: 0, width, height: Math.min(height, Math.ceil((width * 3) / 4)) })
    .resize({ width: thumbnailWidth })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const data = await sharp(pixels, { raw }).webp({ quality: 80, effort: 2 }).toBuffer();
  const { channels, ...size } = raw;
  const image: EncodedImage = { ...size, bytes: data, format: 'webp', sha256: hash('sha256', data, 'hex') };
  return { image, blank: isFlat(pixels, channels) && (await isOneColour(bytes)) };
}

/** A thumbnail of a stored picture, in the format of the given extension. */
export async function drawThumbnail(picture: Uint8Array, extension: ImageExtension): Promise<Uint8Array> {
  const { width, height } = await sharp(picture, { limitInputPixels: decodeLimit }).metadata();
  const { image } = await makeThumbnail({ bytes: picture, format: 'png', width, height, sha256: '' });
  return extension === 'webp'
    ? image.bytes
    : sharp(image.bytes)
        .toFormat(extension === 'jpg' ? 'jpeg' : extension)
        .toBuffer();
}

/** Decodes the whole image. */
export async function isImage(bytes: Uint8Array): Promise<boolean> {
  try {
    await sharp(bytes, { limitInputPixels: decodeLimit, failOn: 'warning' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Compares bytes, because the statistics of sharp take 15 ms. */
function isFlat(pixels: Buffer, channels: number): boolean {
  return pixels.subarray(channels).equals(pixels.subarray(0, -channels));
}

/** Decodes the whole picture, so it runs only where the thumbnail has one colour. */
async function isOneColour(bytes: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(bytes, { limitInputPixels: decodeLimit }).stats();
  return channels.every(({ min, max }) => min === max);
}
