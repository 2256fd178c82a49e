import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compare as odiff } from 'odiff-bin';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import type { FoundRegion } from '../../test/corpus/changes/score.ts';
import { boxesOf } from './masks.ts';

/** Two pictures of one size: the smaller one is extended with white, since these tools compare equal sizes only. */
interface Extended {
  readonly before: Buffer;
  readonly after: Buffer;
  readonly width: number;
  readonly height: number;
}

export async function regionsOfPixelmatch(before: Buffer, after: Buffer): Promise<FoundRegion[]> {
  const pair = await extend(before, after);
  const drawn = new Uint8Array(pair.before.length);
  pixelmatch(pair.before, pair.after, drawn, pair.width, pair.height, { diffMask: true, aaColor: [0, 0, 0] });
  // Differing pixels are red, and those of anti-aliasing black.
  return regionsOf({ data: everyFourth(drawn, 0), width: pair.width, height: pair.height });
}

export async function regionsOfOdiff(before: Buffer, after: Buffer, folder: string): Promise<FoundRegion[]> {
  const pair = await extend(before, after);
  const [older, newer, mask] = ['before.png', 'after.png', 'mask.png'].map((name) => join(folder, name));
  if (!older || !newer || !mask) return [];
  await writeFile(older, await encode(pair.before, pair));
  await writeFile(newer, await encode(pair.after, pair));
  const { match } = await odiff(older, newer, mask, { outputDiffMask: true, antialiasing: true });
  if (match) return [];
  const { data, info } = await decode(await readFile(mask));
  return regionsOf({ data: everyFourth(data, 3), width: info.width, height: info.height });
}

function regionsOf(mask: Parameters<typeof boxesOf>[0]): FoundRegion[] {
  return boxesOf(mask).map((box) => ({ before: box, after: box }));
}

async function extend(before: Buffer, after: Buffer): Promise<Extended> {
  const [old, newer] = [await decode(before), await decode(after)];
  const width = Math.max(old.info.width, newer.info.width);
  const height = Math.max(old.info.height, newer.info.height);
  return { before: enlarge(old, width, height), after: enlarge(newer, width, height), width, height };
}

type Decoded = Awaited<ReturnType<typeof decode>>;

function decode(image: Buffer) {
  return sharp(image, { limitInputPixels: false }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

function enlarge({ data, info }: Decoded, width: number, height: number): Buffer {
  if (info.width === width && info.height === height) return data;
  const larger = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < info.height; y += 1) {
    data.copy(larger, y * width * 4, y * info.width * 4, (y + 1) * info.width * 4);
  }
  return larger;
}

function encode(pixels: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function everyFourth(pixels: Uint8Array, channel: number): Uint8Array {
  const values = new Uint8Array(pixels.length / 4);
  for (let pixel = 0; pixel < values.length; pixel += 1) values[pixel] = pixels[pixel * 4 + channel] ?? 0;
  return values;
}
