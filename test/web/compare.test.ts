import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { sweep } from '../../src/app/sweep.ts';
import { shareWords } from '../../src/domain/comparison.ts';
import { findDifference } from '../../src/picture/difference.ts';
import { forEachEngine } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

async function pixelAt(image: Uint8Array, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}

describe('a difference', () => {
  test('marks what changed and fades what did not', async () => {
    const before = await banded(40, [
      ['#000000', 30],
      ['#ff0000', 10],
    ]);
    const after = await banded(40, [
      ['#000000', 30],
      ['#00ff00', 10],
    ]);
    const found = await findDifference(before.bytes, after.bytes);
    assert.deepEqual([found.width, found.height, found.compared, found.changed], [40, 40, 1600, 400]);
    assert.equal(await pixelAt(found.image, 20, 35), '#d6006e');
    const [grey] = (await pixelAt(found.image, 20, 5)).match(/[0-9a-f]{2}/g) ?? [];
    assert.ok(Number.parseInt(grey ?? '', 16) > 150, 'black has become pale');
  });

  test('counts the additional pixels of a longer page as changed', async () => {
    const before = await banded(40, [['#808080', 30]]);
    const after = await banded(50, [['#808080', 40]]);
    const found = await findDifference(before.bytes, after.bytes);
    assert.deepEqual([found.width, found.height, found.changed], [50, 40, 50 * 40 - 40 * 30]);
  });

  test('ignores differences that are invisible to the eye', async () => {
    const before = await banded(40, [['#808080', 30]]);
    const after = await banded(40, [['#848484', 30]]);
    assert.equal((await findDifference(before.bytes, after.bytes)).changed, 0);
  });

  test('of very large pictures is computed at a smaller scale', async () => {
    const before = await banded(1000, [
      ['#000000', 12_600],
      ['#ff0000', 12_600],
    ]);
    const after = await banded(1000, [
      ['#000000', 12_600],
      ['#0000ff', 12_600],
    ]);
    const { width, height, compared, changed } = await findDifference(before.bytes, after.bytes);
    assert.ok(width * height <= 24_100_000);
    assert.equal(shareWords({ compared, changed }), '50.0 %');
  });

  test('is shown as 0 % or 100 % only if that is exact', () => {
    const share = (changed: number) => shareWords({ compared: 1_000_000, changed });
    assert.deepEqual([0, 1, 5000, 123_456, 999_999, 1_000_000].map(share), [
      '0 %',
      'less than 0.01 %',
      '0.50 %',
      '12.3 %',
      'more than 99.9 %',
      '100 %',
    ]);
  });
});

forEachEngine((engine) => {
  describe('two captures', () => {
    const service = useService(engine);

    test('are compared once, and the stored difference image is deleted with the captures', async () => {
      const { visitor, owner } = await join(service);
      const { store, images } = service;
      const webpage = await trackWebpage(service, owner);
      const outcomes = [
        shotOf(
          await banded(40, [
            ['#222222', 20],
            ['#ffcc00', 20],
          ]),
        ),
        shotOf(
          await banded(40, [
            ['#222222', 20],
            ['#0066cc', 20],
          ]),
        ),
      ];
      const ids = [];
      for (const outcome of [...outcomes, outcomes[1]]) {
        if (outcome) ids.push((await captureOnce(service, owner, webpage.id, outcome)).record.screenshotId);
      }
      const [one, two, three] = ids;
      const compare = (from: string | undefined, to: string | undefined, more = '') =>
        visitor.get(`/webpages/${webpage.id}/compare?before=${from}&after=${to}${more}`);
      const imageOf = (text: string) => /class="sheet"[^>]*>\s*<img src="([^"]+)"/.exec(text)?.[1];
      const first = await compare(one, two);
      assert.match(first.text, /<strong>50\.0 %<\/strong> of the pixels changed/);
      const key = imageOf(first.text)?.slice('https://pictures.example/kept/'.length) ?? '';
      assert.ok((await images.size(key)) > 0);
      assert.deepEqual(await store.check.neededKeys([key]), [key], 'the check for missing files knows the image');
      assert.equal(imageOf((await compare(one, two)).text), imageOf(first.text));
      assert.equal(
        imageOf((await compare(two, one)).text),
        imageOf(first.text),
        'the order of the two captures does not matter',
      );
      assert.match((await compare(two, three)).text, /captures are identical/);
      assert.match((await compare(one, two, '&view=slider')).text, /data-slider/);
      assert.match((await compare(one, two, '&beforeDay=2020-01-01')).text, /No capture on 1 Jan 2020 \(UTC\)\./);
      assert.equal((await compare(one, undefined)).status, 404);

      await store.webpages.remove(owner, webpage.id);
      await sweep(store, images, () => new Date('2100-01-01'), new AbortController().signal);
      await assert.rejects(images.size(key), { kind: 'not-found' });
    });

    test('are compared once if two requests arrive at the same time', async () => {
      const { visitor, owner } = await join(service);
      const webpage = await trackWebpage(service, owner);
      const ids = [];
      for (const colour of ['#101010', '#f0f0f0']) {
        const outcome = shotOf(await banded(40, [[colour, 40]]));
        ids.push((await captureOnce(service, owner, webpage.id, outcome)).record.screenshotId);
      }
      const path = `/webpages/${webpage.id}/compare?before=${ids[0]}&after=${ids[1]}`;
      const pages = await Promise.all([1, 2, 3, 4].map(() => visitor.request('GET', path)));
      const shown = new Set(pages.map(({ text }) => /kept\/([^"]+\.png)" width="40"/.exec(text)?.[1]));
      assert.equal(shown.size, 1);
    });
  });
});
