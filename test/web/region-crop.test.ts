import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Box, Region, Size } from '../../src/domain/findings.ts';
import { cropPair, cropThumbnail } from '../../src/web/region-crop.ts';

const PAGE: Size = { width: 1280, height: 4000 };
const PAGES = { before: PAGE, after: PAGE };

function region(kind: Region['kind'], before: Box, after: Box): Region {
  return { kind, before, after, area: Math.max(before.width * before.height, after.width * after.height) };
}

function contains(size: Size, { x, y, width, height }: Box): boolean {
  return x >= 0 && y >= 0 && width >= 1 && height >= 1 && x + width <= size.width && y + height <= size.height;
}

describe('the crop of a region', () => {
  test('shows a small region with context, at the same place in both pictures', () => {
    const price = { x: 700, y: 2000, width: 60, height: 24 };
    const crop = cropPair(region('altered', price, { ...price, y: 2100 }), PAGES);
    assert.equal(crop.wide, false);
    assert.deepEqual([crop.before.width, crop.before.height], [500, 313]);
    assert.equal(2000 - crop.before.y, 2100 - crop.after.y);
    assert.ok(crop.before.x < 700 && crop.before.x + crop.before.width > 760);
  });

  test('stacks a strip across the page, also if it was removed', () => {
    const banner = { x: 0, y: 64, width: 1280, height: 70 };
    const gone = { x: 0, y: 64, width: 1280, height: 0 };
    for (const each of [region('added', gone, banner), region('removed', banner, gone)]) {
      const crop = cropPair(each, PAGES);
      assert.equal(crop.wide, true);
      assert.deepEqual([crop.before.width, crop.after.width], [1280, 1280]);
      assert.ok(crop.after.y <= 64 && crop.after.y + crop.after.height >= 134);
    }
  });

  test('begins a region that is taller than the crop a little above its top', () => {
    const article = { x: 100, y: 1000, width: 800, height: 2500 };
    const { after } = cropPair(region('altered', article, article), PAGES);
    assert.ok(after.y < 1000 && after.y > 800, `from ${after.y}`);
  });

  test('lies within pictures of any size and is never empty', () => {
    const size = fc.record({ width: fc.integer({ min: 1, max: 3000 }), height: fc.integer({ min: 1, max: 65_535 }) });
    const within = (picture: Size) =>
      fc
        .tuple(fc.nat(picture.width), fc.nat(picture.height), fc.nat(picture.width), fc.nat(picture.height))
        .map(([x1, y1, x2, y2]) => ({
          x: Math.min(x1, x2),
          y: Math.min(y1, y2),
          width: Math.abs(x1 - x2),
          height: Math.abs(y1 - y2),
        }));
    const pair = fc
      .tuple(size, size)
      .chain(([before, after]) => fc.tuple(fc.constant({ before, after }), within(before), within(after)));
    const kind = fc.constantFrom<Region['kind']>('added', 'removed', 'altered');
    fc.assert(
      fc.property(pair, kind, ([pictures, before, after], each) => {
        const changed = region(each, before, after);
        const crop = cropPair(changed, pictures);
        assert.ok(contains(pictures.before, crop.before) && contains(pictures.after, crop.after));
        const thumbnail = each === 'removed' ? pictures.before : pictures.after;
        assert.ok(contains(thumbnail, cropThumbnail(changed, thumbnail)));
      }),
    );
  });
});
