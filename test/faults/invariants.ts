import assert from 'node:assert/strict';
import { sweep } from '../../src/app/sweep.ts';
import type { Images } from '../../src/domain/images.ts';
import type { Row } from '../../src/store/database.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { allImages } from '../harness/compare.ts';

const LATER_MS = 48 * 3_600_000;

export interface Checked {
  readonly webpages: number;
  readonly screenshots: number;
  readonly captures: number;
  readonly images: number;
}

/**
 * What must be true after any fault, once every process has stopped: nothing recorded without its image, no image
 * without a record after a sweep, counts right, nothing recorded twice.
 */
export async function checkArchive(databaseUrl: string, images: Images): Promise<Checked> {
  const { database } = await openMigrated(databaseUrl);
  try {
    const later = () => new Date(Date.now() + LATER_MS);
    await sweep(storeOn(database), images, later, new AbortController().signal);
    const [webpages, screenshots, pictures, captures, accounts] = (await Promise.all(
      ['webpages', 'screenshots', 'pictures', 'captures', 'accounts'].map((name) =>
        database.all(`SELECT * FROM ${name} ORDER BY id`),
      ),
    )) as [Row[], Row[], Row[], Row[], Row[]];
    const kept = await allImages(images);

    const wanted = new Set<string>();
    for (const { id, content_key, thumbnail_key, sha256, uses } of pictures) {
      assert.equal(kept.get(String(content_key)), sha256, `the content of picture ${id}, byte for byte`);
      assert.ok(kept.has(String(thumbnail_key)), `the thumbnail of picture ${id}`);
      assert.equal(screenshots.filter(({ picture_id }) => picture_id === id).length, uses, `the uses of picture ${id}`);
      wanted.add(String(content_key)).add(String(thumbnail_key));
    }
    const orphans = [...kept.keys()].filter((key) => !wanted.has(key));
    assert.deepEqual(orphans, [], 'no image is left without a record');

    for (const webpage of webpages) {
      assert.notEqual(webpage.account_id, null, 'what was deleted is gone');
      const own = screenshots.filter(({ webpage_id }) => webpage_id === webpage.id);
      assert.equal(own.length, webpage.screenshot_count, `the count of webpage ${webpage.id}`);
      assert.equal(own.filter(({ is_favorite }) => is_favorite === 1).length, webpage.favorite_count);
      assert.ok(Number(webpage.revision) >= own.length, 'every screenshot gave its webpage a new revision');
    }
    for (const { id, webpage_count } of accounts) {
      assert.equal(webpages.filter(({ account_id }) => account_id === id).length, webpage_count, `account ${id}`);
    }

    const shots = captures.filter(({ outcome }) => outcome === 'shot').map(({ screenshot_id }) => screenshot_id);
    assert.equal(new Set(shots).size, shots.length, 'no screenshot was recorded by two captures');
    assert.deepEqual(shots.toSorted(), screenshots.map(({ id }) => id).toSorted(), 'one capture for each screenshot');
    return {
      webpages: webpages.length,
      screenshots: screenshots.length,
      captures: captures.length,
      images: kept.size,
    };
  } finally {
    await database.close();
  }
}

/** While every clock is right, no page is photographed twice at once. */
export async function checkNoOverlap(databaseUrl: string): Promise<void> {
  const { database } = await openMigrated(databaseUrl);
  try {
    const rows = await database.all('SELECT * FROM captures ORDER BY webpage_id, started_at, id');
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      if (next?.webpage_id !== row.webpage_id) continue;
      assert.ok(String(next?.started_at) >= String(row.finished_at), `${row.id} and ${next?.id} at once`);
    }
  } finally {
    await database.close();
  }
}
