import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import { block, draw, line } from './drawn-page.ts';

const page = block(0, 0, 2000, 40, '#246') + line(30, 100, 'Opening hours') + line(30, 140, 'Closed on Monday');
const more = line(500, 100, 'Tickets online');

test('a wider page with nothing in the added width is the same', async () => {
  const { word } = await compareHere(await draw(page, 400, 300), await draw(page, 460, 300));
  assert.equal(word, 'same');
});

test('content beyond the width of the other picture is added or removed', async () => {
  const [narrow, wide] = [await draw(page, 400, 300), await draw(page + more, 700, 300)];
  for (const [kind, side, before, after] of [
    ['added', 'after', narrow, wide],
    ['removed', 'before', wide, narrow],
  ] as const) {
    const { regions } = await compareHere(before, after);
    assert.deepEqual(
      regions.map((region) => [region.kind, region[side].x >= 499, region[side].y]),
      [[kind, true, 100]],
    );
  }
});

test('one pixel against a page is changed', async () => {
  const { word, regions } = await compareHere(await draw('', 1, 1), await draw(page, 400, 300));
  assert.deepEqual([word, regions[0]?.kind], ['changed', 'added']);
});

test('pictures too small for elements are compared as a whole', async () => {
  for (const [width, height] of [
    [1, 1],
    [3, 3],
    [500, 2],
    [2, 500],
  ] as const) {
    const [white, black] = [await draw('', width, height), await draw(block(0, 0, 500, 500, '#000'), width, height)];
    const { word, share, regions } = await compareHere(white, black);
    assert.deepEqual([word, share, regions.map(({ after }) => after)], ['changed', 1, [{ x: 0, y: 0, width, height }]]);
    assert.equal((await compareHere(black, black)).word, 'same');
  }
});

test('a background that fills a wider page is one region as large as the page', async () => {
  const { share, regions } = await compareHere(
    await draw('', 200, 100),
    await draw(block(0, 0, 900, 700, '#000'), 900, 700),
  );
  assert.deepEqual([share, regions.map(({ after }) => after)], [1, [{ x: 0, y: 0, width: 900, height: 700 }]]);
});

test('a photograph is compared the way up that its file says', async () => {
  const upright = await draw(page, 400, 300);
  // Orientation 6: the file has the picture turned by 90° to the left.
  const turned = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).png().toBuffer();
  assert.equal((await compareHere(upright, turned)).word, 'same');
});

test('findings of pictures at a reduced scale have the sizes of the pictures', async () => {
  const image = await draw(page, 301, 997);
  const { before, bands } = await compareHere(image, image, 150_000);
  assert.deepEqual([before, bands.at(-1)?.before.bottom], [{ width: 301, height: 997 }, 997]);
});
