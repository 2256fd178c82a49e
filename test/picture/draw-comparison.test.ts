import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import { drawComparison } from '../../src/picture/compare/draw-comparison.ts';

test('a drawing of several strips has the pictures from top to bottom, and the gap of the shorter one', async () => {
  const strip = (height: number, background: string) => ({ width: 90, height, channels: 3, background }) as const;
  const red = await sharp({ create: strip(700, '#f00') })
    .png()
    .toBuffer();
  const page = async (height: number) =>
    sharp({ create: strip(height, '#fff') })
      .composite([{ input: red, left: 0, top: height - 700 }])
      .png()
      .toBuffer();
  const [short, tall] = [await page(1400), await page(2600)];
  const drawn = sharp(await drawComparison(short, tall, await compareHere(short, tall)));
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  assert.deepEqual([info.width, info.height], [204, 2600]);
  assert.deepEqual(
    [pixel(45, 1300), pixel(160, 2500), pixel(160, 1100)],
    [
      [255, 0, 0],
      [255, 0, 0],
      [255, 255, 255],
    ],
  );
});

test('a drawing that would be too large is refused with its size', async () => {
  const create = { width: 30, height: 20, channels: 3, background: '#fff' } as const;
  const page = await sharp({ create }).png().toBuffer();
  const findings = { ...(await compareHere(page, page)), before: { width: 20_000_000, height: 20 } };
  await assert.rejects(drawComparison(page, page, findings), {
    kind: 'unprocessable',
    message: /20000054 × 20 pixels/,
  });
});

test('a comparison of a picture that was damaged since is refused by name', async () => {
  const create = { width: 300, height: 400, channels: 3, background: '#fff' } as const;
  const page = await sharp({ create }).png().toBuffer();
  const findings = await compareHere(page, page);
  const drawn = await sharp(await drawComparison(page, page, findings)).metadata();
  assert.deepEqual([drawn.width, drawn.height], [624, 400]);
  const damaged = page.subarray(0, page.length - 60);
  await assert.rejects(drawComparison(page, damaged, findings), { message: 'The newer picture is damaged.' });
});
