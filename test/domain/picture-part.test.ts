import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PartParameters, partInfo, readPart } from '../../src/domain/picture-part.ts';
import { Problem } from '../../src/domain/problem.ts';

const PICTURE = { width: 1280, height: 50_000 };
const asked = (more: Partial<PartParameters>): PartParameters => ({
  region: '0,0,100,50',
  size: 'max',
  rotation: '0',
  file: 'default.webp',
  ...more,
});

describe('a request for a part of a picture', () => {
  for (const [region, size, box, made] of [
    ['10,20,100,50', 'max', [10, 20, 100, 50], [100, 50]],
    ['10,20,100,50', '50,', [10, 20, 100, 50], [50, 25]],
    ['10,20,100,50', ',10', [10, 20, 100, 50], [20, 10]],
    ['10,20,100,50', '99,7', [10, 20, 100, 50], [99, 7]],
    ['0,0,1280,4', '64,', [0, 0, 1280, 4], [64, 1]],
    ['1200,49990,512,512', '80,10', [1200, 49_990, 80, 10], [80, 10]],
    ['full', '160,6250', [0, 0, 1280, 50_000], [160, 6250]],
    ['full', 'max', [0, 0, 1280, 50_000], [419, 16_383]],
  ] as const) {
    test(`reads the region ${region} with the size ${size}`, () => {
      const part = readPart(PICTURE, asked({ region, size }));
      const { x, y, width, height } = part.region;
      assert.deepEqual(
        [
          [x, y, width, height],
          [part.size.width, part.size.height],
        ],
        [box, made],
      );
    });
  }

  for (const [what, more, message] of [
    ['a region without area', { region: '0,0,0,5' }, /within the picture, which has 1280 × 50000/],
    ['a region beside the picture', { region: '1280,0,5,5' }, /within the picture/],
    ['a region in percent', { region: 'pct:0,0,5,5' }, /full, or x,y,w,h/],
    ['a negative region', { region: '-1,0,5,5' }, /full, or x,y,w,h/],
    ['a fraction', { region: '0.5,0,5,5' }, /full, or x,y,w,h/],
    ['no size', { size: ',' }, /max, or w, or ,h or w,h/],
    ['a size of nothing', { size: '0,' }, /at least 1 pixel/],
    ['a size above that of the region', { size: '101,' }, /at most that of the region, 100 × 50/],
    ['a size above the limit', { region: 'full', size: '1280,' }, /at most 4096 pixels wide, 16383 high/],
    ['a rotation', { rotation: '90' }, /rotation .* must be 0/],
    ['another format', { file: 'default.tif' }, /default.webp or default.jpg/],
    ['another quality', { file: 'gray.jpg' }, /default.webp or default.jpg/],
  ] as const) {
    test(`is refused for ${what}`, () => {
      const isInvalid = (error: unknown) =>
        error instanceof Problem && error.kind === 'invalid' && message.test(error.message);
      assert.throws(() => readPart(PICTURE, asked(more)), isInvalid);
    });
  }
});

test('the description of a picture lists scales down to one tile', () => {
  const info = partInfo('https://archive.example/iiif', PICTURE);
  assert.partialDeepStrictEqual(info, {
    id: 'https://archive.example/iiif',
    profile: 'level0',
    ...PICTURE,
    tiles: [{ width: 512, height: 512, scaleFactors: [1, 2, 4, 8, 16, 32, 64, 128] }],
  });
  assert.partialDeepStrictEqual(partInfo('x', { width: 3, height: 1 }), { tiles: [{ scaleFactors: [1] }] });
});
