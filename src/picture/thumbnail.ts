import { hash } from 'node:crypto';
import sharp from 'sharp';
import type { EncodedImage } from '../domain/capture.ts';
import { giveBack } from '../domain/give-back.ts';
import type { ImageExtension } from '../domain/image-key.ts';

/** Above what a picture may have (picture bounds), so that only a broken image is refused. */
export const decodeLimit = 300_000_000;

const thumbnailWidth = 320;

// Several pictures are in hand at once, and keep every core busy; threads within one would only wait for each other.
sharp.concurrency(1);

export type Thumbnail = {
  readonly image: EncodedImage;
  /** Whether every pixel of the whole picture is the same. */
  readonly blank: boolean;
};

/** The top of the page, 4:3. Reading on from the top, the rest of a long page is not even decoded. */
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
  const flat = isFlat(pixels, channels);
  giveBack(pixels);
  return { image, blank: flat && (await isOneColour(bytes)) };
}

/** A thumbnail of a picture that was kept, in the format that its name has. */
export async function drawThumbnail(picture: Uint8Array, extension: ImageExtension): Promise<Uint8Array> {
  const { width, height } = await sharp(picture, { limitInputPixels: decodeLimit }).metadata();
  const { image } = await makeThumbnail({ bytes: picture, format: 'png', width, height, sha256: '' });
  return extension === 'webp'
    ? image.bytes
    : sharp(image.bytes)
        .toFormat(extension === 'jpg' ? 'jpeg' : extension)
        .toBuffer();
}

/** Looked at here, for all the statistics of sharp would take 15 ms. */
function isFlat(pixels: Buffer, channels: number): boolean {
  return pixels.subarray(channels).equals(pixels.subarray(0, -channels));
}

/** Only where the thumbnail shows nothing is the whole picture decoded. */
async function isOneColour(bytes: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(bytes, { limitInputPixels: decodeLimit }).stats();
  return channels.every(({ min, max }) => min === max);
}
