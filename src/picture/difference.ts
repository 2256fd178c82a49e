import sharp from 'sharp';
import type { Difference } from '../domain/comparison.ts';

/** Two decoded images of this size take 200 MB. A larger pair is scaled down before the comparison. */
const MOST_PIXELS = 24_000_000;

/** A smaller difference of a channel is invisible, such as another antialiasing of a letter. */
const TOLERANCE = 12;

/** Pixels compared before the event loop runs again: about 3 ms. */
const PIXELS_A_STEP = 500_000;

/** The colour of changed pixels. The others show the newer picture in pale grey. */
const MARK = [214, 0, 110] as const;
const FADE = 0.28;

/** An area that only one of the pictures has, because the page grew or shrank, counts as changed. */
export async function findDifference(before: Uint8Array, after: Uint8Array): Promise<Difference> {
  const [one, other] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()]);
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const old = await decode(before, one, scale);
  const newer = await decode(after, other, scale);
  const size = { width: Math.max(old.width, newer.width), height: Math.max(old.height, newer.height) };
  const drawn = Buffer.alloc(size.width * size.height * 3);
  let changed = 0;
  const rowsAStep = Math.max(1, Math.floor(PIXELS_A_STEP / size.width));
  for (let top = 0; top < size.height; top += rowsAStep) {
    changed += compareRows({ old, newer, drawn, width: size.width }, top, Math.min(top + rowsAStep, size.height));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const image = await sharp(drawn, { raw: { ...size, channels: 3 } })
    .png({ palette: true, colours: 64, effort: 4 })
    .toBuffer();
  return { image, ...size, compared: size.width * size.height, changed };
}

interface Bitmap {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function decode(bytes: Uint8Array, size: { width: number; height: number }, scale: number): Promise<Bitmap> {
  const image = sharp(bytes).flatten({ background: '#fff' }).toColourspace('srgb');
  const scaled =
    scale === 1
      ? image
      : image.resize({ width: Math.round(size.width * scale), height: Math.round(size.height * scale), fit: 'fill' });
  const { data, info } = await scaled.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

interface Canvas {
  readonly old: Bitmap;
  readonly newer: Bitmap;
  readonly drawn: Buffer;
  readonly width: number;
}

function compareRows({ old, newer, drawn, width }: Canvas, top: number, bottom: number): number {
  let changed = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const target = (y * width + x) * 3;
      const inOld = x < old.width && y < old.height;
      const inNewer = x < newer.width && y < newer.height;
      const from = (y * old.width + x) * 3;
      const to = (y * newer.width + x) * 3;
      if (inOld && inNewer && isNear(old.data, from, newer.data, to)) {
        const grey = 255 - (255 - brightness(newer.data, to)) * FADE;
        drawn[target] = grey;
        drawn[target + 1] = grey;
        drawn[target + 2] = grey;
      } else {
        changed += 1;
        drawn[target] = MARK[0];
        drawn[target + 1] = MARK[1];
        drawn[target + 2] = MARK[2];
      }
    }
  }
  return changed;
}

function isNear(one: Buffer, at: number, other: Buffer, there: number): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const difference = (one[at + channel] ?? 0) - (other[there + channel] ?? 0);
    if (difference > TOLERANCE || difference < -TOLERANCE) return false;
  }
  return true;
}

function brightness(data: Buffer, at: number): number {
  return ((data[at] ?? 0) * 54 + (data[at + 1] ?? 0) * 183 + (data[at + 2] ?? 0) * 19) >> 8;
}
