import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { EncodedImage } from '../../src/domain/capture.ts';
import type { Images } from '../../src/domain/images.ts';
import { Problem } from '../../src/domain/problem.ts';
import { openImages } from '../../src/images/open.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { Encoder } from '../../src/work/encoder.ts';
import { forEachEngine, temporaryFolder } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, storePicture } from '../harness/records.ts';
import { Clock } from '../harness/tracked.ts';

const DAY_MS = 86_400_000;
const SMALLER = Buffer.from('the same in fewer bytes');

async function shrink({ width, height }: EncodedImage): Promise<EncodedImage> {
  return { bytes: SMALLER, format: 'webp', width, height, sha256: hash('sha256', SMALLER) };
}

forEachEngine((engine) => {
  test('a picture that cannot be read is told once, holds up no other, and is tried again', async (t) => {
    const [place, folder] = [await engine.makeDatabase(), await temporaryFolder('encoder')];
    const { database } = await openMigrated(place.url);
    t.after(async () => {
      await database.close();
      await place.drop();
      await rm(folder, { recursive: true });
    });
    const [store, files, clock] = [storeOn(database), await openImages(`file:${folder}`), new Clock()];
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const pictures = [await storePicture(files), await storePicture(files), await storePicture(files)];
    for (const picture of pictures) await addScreenshot(store, owner, id, { picture });
    await database.run('UPDATE pictures SET to_encode = 1, webpage_id = $1', [id]);
    const waiting = async () => {
      const rows = await database.all('SELECT id FROM pictures WHERE to_encode = 1 ORDER BY id');
      return rows.map((row) => row.id);
    };

    const [first, second] = pictures.map((picture) => picture.id).sort();
    const bad = new Set(pictures.filter((picture) => [first, second].includes(picture.id)).map((p) => p.contentKey));
    let reads = 0;
    const images: Images = {
      ...files,
      read(key, range) {
        reads += 1;
        if (bad.has(key)) return Promise.reject(new Problem('unavailable', 'its disk reports an error'));
        return files.read(key, range);
      },
    };
    const told: unknown[] = [];
    const encoder = new Encoder({
      store,
      images,
      compact: shrink,
      now: clock.now,
      report: { notEncoded: (error) => told.push(error) },
    });
    /** As a worker does that has nothing else to do, for a minute. */
    const idle = async () => {
      for (let seconds = 0; seconds < 60; seconds += 1) {
        while (await encoder.encodeNext());
        clock.forward(1_000);
      }
    };

    await idle();
    assert.deepEqual(await waiting(), [first, second]);
    assert.equal(told.length, 2);
    assert.equal(reads, 3);

    clock.forward(DAY_MS);
    await idle();
    assert.equal(reads, 5, 'both were tried again');
    assert.equal(told.length, 2);

    bad.clear();
    clock.forward(DAY_MS);
    await idle();
    assert.deepEqual(await waiting(), []);
  });
});
