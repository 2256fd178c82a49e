import assert from 'node:assert/strict';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { removeErasedParts } from '../../src/app/erased-parts.ts';
import { sweep } from '../../src/app/sweep.ts';
import { openPartCache } from '../../src/picture/part-cache.ts';
import { forEachEngine, sqlite } from '../harness/engines.ts';
import { useService } from '../harness/service.ts';
import { banded, captureOnce, shotOf, trackWebpage } from './captures.ts';
import { join } from './visitor.ts';

forEachEngine((engine) => {
  describe('a part of a picture', () => {
    const service = useService(engine);

    async function captured(bands: Parameters<typeof banded>[1], width = 90) {
      const member = await join(service);
      const { id } = await trackWebpage(service, member.owner);
      const { record } = await captureOnce(service, member.owner, id, shotOf(await banded(width, bands)));
      return { ...member, id, path: `/webpages/${id}/captures/${record.screenshotId}/iiif` };
    }

    test('is an image that the browser of its owner keeps', async () => {
      const { visitor, path } = await captured([
        ['#102030', 50],
        ['#ff0000', 50],
      ]);
      const part = `${path}/10,50,40,20/20,/0/default.webp`;
      const answer = await visitor.get(part);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'image/webp');
      assert.equal(answer.headers['cache-control'], 'private, max-age=31536000, immutable');
      const { data, info } = await sharp(answer.body).raw().toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height, ...data.subarray(0, 3)], [20, 10, 255, 0, 0]);
      const again = await visitor.get(part, { 'If-None-Match': answer.headers.etag ?? '' });
      assert.deepEqual([again.status, again.body.length], [304, 0]);
      assert.equal(
        (await visitor.get(part.replace('default.webp', 'default.jpg'))).headers['content-type'],
        'image/jpeg',
      );
    });

    test('is described for viewers', async () => {
      const { visitor, path } = await captured([['#102030', 50]]);
      const answer = await visitor.get(`${path}/info.json`);
      assert.match(answer.headers['content-type'] ?? '', /^application\/ld\+json/);
      assert.partialDeepStrictEqual(JSON.parse(answer.text), {
        id: `https://archive.example${path}`,
        width: 90,
        height: 50,
      });
    });

    test('that does not exist is refused with the reason', async () => {
      const { visitor, path } = await captured([['#102030', 50]]);
      const answer = await visitor.get(`${path}/90,0,5,5/max/0/default.webp`);
      assert.equal(answer.status, 400);
      assert.match(answer.text, /within the picture, which has 90 × 50 pixels/);
      assert.equal(answer.headers['cache-control'], 'no-store');
    });

    test('is no longer sent once its webpage is deleted, although the cache has it', async () => {
      const { visitor, owner, id, path } = await captured([['#102030', 50]]);
      const part = `${path}/full/max/0/default.webp`;
      assert.equal((await visitor.get(part)).status, 200);
      await service.store.webpages.remove(owner, id);
      assert.equal((await visitor.get(part)).status, 404);
    });

    test('is removed from the cache once its picture is erased', async () => {
      const { store, images, cacheFolder } = service;
      const folder = joinPath(cacheFolder, 'parts');
      const cache = openPartCache(folder, { mostBytes: 1_000_000, unusedMs: 86_400_000, now: () => new Date() });
      const pictureOf = async ({ owner, id, path }: Awaited<ReturnType<typeof captured>>) => {
        const [, , , , captureId = ''] = path.split('/');
        return (await store.screenshots.find(owner, id, captureId))?.picture.id;
      };
      const [kept, erased] = [await captured([['#102031', 50]]), await captured([['#102032', 50]])];
      for (const { visitor, path } of [kept, erased]) await visitor.get(`${path}/full/max/0/default.webp`);
      const [keptPicture = '', erasedPicture = ''] = await Promise.all([kept, erased].map(pictureOf));
      await store.webpages.remove(erased.owner, erased.id);
      await removeErasedParts(store, cache);
      assert.ok((await cache.folders()).includes(erasedPicture), 'nothing is removed before its record');
      await sweep(store, images, () => new Date(), new AbortController().signal);
      await removeErasedParts(store, cache);
      const left = await cache.folders();
      assert.deepEqual([left.includes(keptPicture), left.includes(erasedPicture)], [true, false]);
    });
  });
});

describe('a part of a very tall picture', () => {
  const service = useService(sqlite);

  test('is made again if its file or its pyramid is damaged', async () => {
    const { visitor, owner } = await join(service);
    const { id } = await trackWebpage(service, owner);
    const tall = await banded(1000, [
      ['#000000', 10_000],
      ['#0000ff', 10_000],
    ]);
    const { record } = await captureOnce(service, owner, id, shotOf(tall));
    const path = `/webpages/${id}/captures/${record.screenshotId}/iiif`;
    const part = (top: number) => `${path}/0,${top},512,512/max/0/default.webp`;
    const answers = await Promise.all([9500, 9800, 12_000].map((top) => visitor.get(part(top))));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const parts = joinPath(service.cacheFolder, 'parts');
    const files = (await readdir(parts, { recursive: true })).filter((name) => /\.(webp|tif)$/.test(name));
    assert.equal(files.length, 4);
    for (const file of files) await truncate(joinPath(parts, file), 200);
    assert.deepEqual((await visitor.get(part(9800))).body, answers[1]?.body);
    assert.equal((await visitor.get(part(15_000))).status, 200);
  });

  test('is made without a cache while the folder of the cache cannot be written', async () => {
    const { visitor, owner } = await join(service);
    const { id } = await trackWebpage(service, owner);
    const { record } = await captureOnce(service, owner, id, shotOf(await banded(1000, [['#00ff00', 9000]])));
    const folder = joinPath(service.cacheFolder, 'parts');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'not a folder');
    const path = `/webpages/${id}/captures/${record.screenshotId}/iiif/0,8000,100,100/max/0/default.webp`;
    const answer = await visitor.get(path);
    await rm(folder);
    assert.equal(answer.status, 200);
    const told = service.log.some(({ msg }) => /cache for parts of pictures cannot be used/.test(String(msg)));
    assert.ok(told, 'the log says so');
  });
});
