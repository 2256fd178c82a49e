import { hash } from 'node:crypto';
import sharp from 'sharp';
import type { EncodedImage } from '../domain/capture.ts';
import { decodeLimit } from './thumbnail.ts';

/**
 * Joins pictures of the same width from top to bottom. libvips reads and writes a few rows at a time: 1280 × 200,000
 * pixels of text took 3.5 s of CPU time and 100 MB of memory besides the encoded pictures.
 */
export async function joinStrips(strips: readonly EncodedImage[]): Promise<EncodedImage> {
  const size = { width: strips[0]?.width ?? 0, height: strips.reduce((sum, { height }) => sum + height, 0) };
  const { data, info } = await sharp(
    strips.map(({ bytes }) => bytes),
    { join: { across: 1 }, sequentialRead: true, limitInputPixels: decodeLimit },
  )
    // libvips makes all strips as high as the highest.
    .extract({ left: 0, top: 0, ...size })
    .png({ compressionLevel: 2 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { bytes: data, format: 'png', width, height, sha256: hash('sha256', data, 'hex') };
}
