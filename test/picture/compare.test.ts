import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { Problem } from '../../src/domain/problem.ts';
import { openComparer } from '../../src/picture/compare/compare-pictures.ts';
import { findChanges } from '../../src/picture/compare/find-changes.ts';

function flat(width: number, height: number, colour: number) {
  return { data: new Uint8Array(width * height * 3).fill(colour), width, height };
}

function noise(width: number, height: number, seed: number) {
  let state = seed;
  const data = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state >> 16;
  });
  return { data, width, height };
}

test('equal pictures are the same', () => {
  const picture = noise(300, 200, 1);
  const { word, share, regions, moved } = findChanges(picture, picture);
  assert.deepEqual({ word, share, regions, moved }, { word: 'same', share: 0, regions: [], moved: [] });
});

test('a picture of one pixel can be compared', () => {
  assert.equal(findChanges(flat(1, 1, 0), flat(1, 1, 0)).word, 'same');
  assert.equal(findChanges(flat(1, 1, 0), noise(40, 30, 2)).before.width, 1);
});

test('another background is one region as large as the page', () => {
  const { word, share, regions } = findChanges(flat(400, 300, 255), flat(400, 300, 20));
  assert.equal(word, 'changed');
  assert.equal(share, 1);
  assert.deepEqual(regions[0]?.after, { x: 0, y: 0, width: 400, height: 300 });
});

test('a completely different page is changed', () => {
  const { word, share } = findChanges(noise(320, 400, 3), noise(320, 500, 4));
  assert.equal(word, 'changed');
  assert.ok(share > 0.9, String(share));
});

test('the bands cover both pictures from top to bottom', () => {
  const after = noise(200, 700, 5);
  const before = { ...after, data: after.data.subarray(100 * 200 * 3), height: 600 };
  const { bands, regions } = findChanges(before, after);
  assert.equal(regions.length, 1);
  assert.deepEqual(bands, [
    { before: { top: 0, bottom: 0 }, after: { top: 0, bottom: 100 } },
    { before: { top: 0, bottom: 600 }, after: { top: 100, bottom: 700 } },
  ]);
});

test('the gap for an added strip is at the strip, also with another change below it', () => {
  const [top, strip, middle, bottom] = [noise(200, 20, 6), noise(200, 60, 7), noise(200, 50, 8), noise(200, 600, 9)];
  const stack = (...parts: readonly { data: Uint8Array; height: number }[]) => ({
    data: Uint8Array.from(parts.flatMap(({ data }) => [...data])),
    width: 200,
    height: parts.reduce((sum, { height }) => sum + height, 0),
  });
  const { bands } = findChanges(
    stack(top, middle, noise(200, 20, 10), bottom),
    stack(top, strip, middle, noise(200, 20, 11), bottom),
  );
  assert.deepEqual(bands, [
    { before: { top: 0, bottom: 20 }, after: { top: 0, bottom: 20 } },
    { before: { top: 20, bottom: 20 }, after: { top: 20, bottom: 80 } },
    { before: { top: 20, bottom: 690 }, after: { top: 80, bottom: 750 } },
  ]);
});

test('pictures of 65,535 px are compared', () => {
  assert.equal(findChanges(flat(20, 65_535, 255), flat(20, 65_535, 255)).word, 'same');
});

/** Dots of 3 × 3 px, one in each cell of 8 × 8 px. */
function dots(width: number, height: number, colour: number) {
  const picture = flat(width, height, 255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width && y % 8 < 3; x += 8) {
      picture.data.fill(colour, (y * width + x) * 3, (y * width + x + 3) * 3);
    }
  }
  return picture;
}

// More than a call can have arguments.
test('a tall page with more than 150,000 separate differences is one region', () => {
  const { word, regions } = findChanges(dots(1280, 7_600, 0), dots(1280, 7_600, 180));
  assert.deepEqual([word, regions.length], ['changed', 1]);
});

test('bytes that are not an image are refused by name', async () => {
  const comparer = openComparer();
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await assert.rejects(comparer.compare(image, new Uint8Array(0)), (error: unknown) => {
    return error instanceof Problem && error.kind === 'invalid' && /newer picture/.test(error.message);
  });
  assert.equal((await comparer.compare(image, image)).word, 'same');
  await comparer.close();
});
