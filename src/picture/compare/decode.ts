import sharp, { type Sharp } from 'sharp';
import type { Size } from '../../domain/findings.ts';
import { Problem } from '../../domain/problem.ts';
import { decodeLimit } from '../thumbnail.ts';
import type { Bitmap, SideName } from './bitmap.ts';

/** Larger pairs are scaled down. Two pictures of 1280 × 65,535 px take 480 MiB. */
export const MOST_PIXELS = 168_000_000;

export interface DecodedPair {
  readonly before: Bitmap;
  readonly after: Bitmap;
  /** The sizes of the pictures. The bitmaps are smaller if both pictures together have too many pixels. */
  readonly sizes: Readonly<Record<SideName, Size>>;
}

/** Throws Problem('invalid') for bytes that are not an image, and Problem('unprocessable') for a picture that is too large. */
export async function decodePair(before: Uint8Array, after: Uint8Array, mostPixels: number): Promise<DecodedPair> {
  const [old, newer] = await Promise.all([sizeOf(before, 'older'), sizeOf(after, 'newer')]);
  for (const { name, width, height } of [old, newer]) {
    if (width * height > decodeLimit) {
      throw new Problem(
        'unprocessable',
        `The ${name} picture is too large to compare: ${width} × ${height} pixels. At most ${decodeLimit / 1e6} million pixels can be compared.`,
      );
    }
  }
  const scale = Math.min(1, Math.sqrt(mostPixels / (old.width * old.height + newer.width * newer.height)));
  // Sequential: each decoder needs memory of its own.
  const first = await decode(before, old, scale);
  return { before: first, after: await decode(after, newer, scale), sizes: { before: old, after: newer } };
}

/** The picture as viewers show it, without transparency. */
export function openPicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: decodeLimit, sequentialRead: true, autoOrient: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb');
}

interface NamedSize extends Size {
  readonly name: string;
}

async function sizeOf(bytes: Uint8Array, name: string): Promise<NamedSize> {
  try {
    // Only the header is read, so that a picture of any size can be refused by its size.
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { name, width: autoOrient.width, height: autoOrient.height };
  } catch (cause) {
    throw new Problem('invalid', `The ${name} picture is not an image that can be read.`, { cause });
  }
}

async function decode(bytes: Uint8Array, { name, width, height }: NamedSize, scale: number): Promise<Bitmap> {
  const image = openPicture(bytes);
  const scaled =
    scale === 1
      ? image
      : image.resize({
          width: Math.max(1, Math.floor(width * scale)),
          height: Math.max(1, Math.floor(height * scale)),
          fit: 'fill',
        });
  try {
    const { data, info } = await scaled.raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw new Problem('invalid', `The ${name} picture is damaged.`, { cause });
  }
}
