import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import type { Box } from '../../src/domain/findings.ts';
import type { PartFormat } from '../../src/domain/picture-part.ts';
import { pictureCutter } from '../../src/picture/part.ts';
import { temporaryFolder } from '../harness/engines.ts';

const SIZE = { width: 1280, height: 20_000 };
const BAND = 500;

/** Bands of 500 rows. The red of a band is its number. */
async function bandedPicture(): Promise<Buffer> {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3);
  for (let y = 0; y < SIZE.height; y += BAND) {
    const red = (y / BAND) * 5;
    const row = Buffer.concat([
      Buffer.alloc(640 * 3, Buffer.of(red, 0, 100)),
      Buffer.alloc(640 * 3, Buffer.of(red, 200, 100)),
    ]);
    pixels.fill(row, y * row.length, (y + BAND) * row.length);
  }
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function part(region: Box, width: number, height: number, format: PartFormat = 'webp') {
  return { region, size: { width, height }, format };
}

async function colourAt(image: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)];
}

describe('a part of a picture', async () => {
  const picture = await bandedPicture();
  const pyramid = join(await temporaryFolder('pyramid'), 'one.tif');
  await pictureCutter.writePyramid(picture, SIZE, pyramid);

  const sources = {
    'the picture': (each: ReturnType<typeof part>) => pictureCutter.cut(picture, SIZE, each),
    'its pyramid': (each: ReturnType<typeof part>) => pictureCutter.cutPyramid(pyramid, SIZE, each),
  };

  for (const [source, cut] of Object.entries(sources)) {
    test(`has the pixels of its place, cut from ${source}`, async () => {
      const image = await cut(part({ x: 600, y: 9990, width: 100, height: 20 }, 100, 20));
      const { width, height, format } = await sharp(image).metadata();
      assert.deepEqual([width, height, format], [100, 20, 'webp']);
      assert.deepEqual(await colourAt(image, 0, 0), [95, 0, 100]);
      assert.deepEqual(await colourAt(image, 99, 0), [95, 200, 100]);
      assert.deepEqual(await colourAt(image, 0, 19), [100, 0, 100]);
    });

    test(`has the pixels of its place at a smaller scale, cut from ${source}`, async () => {
      const image = await cut(part({ x: 0, y: 10_000, width: 1280, height: 10_000 }, 160, 1250));
      assert.deepEqual(await colourAt(image, 10, 10), [100, 0, 100]);
      assert.deepEqual(await colourAt(image, 150, 1240), [195, 200, 100]);
    });

    test(`can be the last pixel, and the whole picture in one column, cut from ${source}`, async () => {
      const last = await cut(part({ x: 1279, y: 19_999, width: 1, height: 1 }, 1, 1));
      assert.deepEqual(await colourAt(last, 0, 0), [195, 200, 100]);
      const whole = await cut(part({ x: 0, y: 0, ...SIZE }, 1, 16_000, 'jpg'));
      const { width, height, format } = await sharp(whole).metadata();
      assert.deepEqual([width, height, format], [1, 16_000, 'jpeg']);
    });
  }

  test('of a photograph is smaller than without loss', async () => {
    const size = { width: 512, height: 512 };
    const noise = await sharp(randomBytes(512 * 512 * 3), { raw: { ...size, channels: 3 } })
      .png()
      .toBuffer();
    const image = await pictureCutter.cut(noise, size, part({ x: 0, y: 0, ...size }, 512, 512));
    const lossless = await sharp(noise).webp({ lossless: true, effort: 1 }).toBuffer();
    assert.ok(image.length < lossless.length / 2, `${image.length} bytes`);
  });

  test('of a damaged pyramid is an error, not a wrong picture', async () => {
    const damaged = join(await temporaryFolder('pyramid'), 'damaged.tif');
    await pictureCutter.writePyramid(picture, SIZE, damaged);
    await truncate(damaged, 100_000);
    const any = part({ x: 0, y: 15_000, width: 512, height: 512 }, 512, 512);
    await assert.rejects(pictureCutter.cutPyramid(damaged, SIZE, any));
    await writeFile(damaged, '');
    await assert.rejects(pictureCutter.cutPyramid(damaged, SIZE, any));
  });
});
