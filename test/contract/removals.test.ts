import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sweep } from '../../src/app/sweep.ts';
import { NOTHING_IGNORED } from '../../src/domain/change.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openImages } from '../../src/images/open.ts';
import type { Database, Queries } from '../../src/store/engine/database.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine, type TestDatabase, temporaryFolder } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, newPicture, newScreenshot, storePicture } from '../harness/records.ts';
import { addTracked } from '../harness/tracked.ts';

/** A deletion returns at once. The sweeper removes the rows and files afterwards, also after crashes. */
forEachEngine((engine) => {
  let database: TestDatabase;
  let queries: Database;
  let store: Store;
  let images: Images;
  let folder: string;

  before(async () => {
    database = await engine.makeDatabase();
    await (await openStore(database.url)).close();
    queries = await openDatabase(database.url);
    store = storeOn(queries);
  });
  beforeEach(async () => {
    folder = await temporaryFolder('swept');
    images = await openImages(`file:${folder}`);
  });
  afterEach(() => rm(folder, { recursive: true }));
  after(async () => {
    await store.close();
    await database.drop();
  });

  const never = new AbortController().signal;
  const sweepAll = (of: Store = store) => sweep(of, images, () => new Date(), never);
  const count = async (table: string) => Number((await queries.get(`SELECT count(*) AS n FROM ${table}`))?.n);
  const files = async () => {
    const keys: string[] = [];
    for await (const { key } of images.list()) keys.push(key);
    return keys.toSorted();
  };

  async function webpageWith(screenshots: number) {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const picture = newPicture();
    for (let done = 0; done < screenshots; done += 10_000) {
      const some = Array.from({ length: Math.min(10_000, screenshots - done) }, () => newScreenshot(id, { picture }));
      await store.screenshots.addMany(owner, some);
    }
    await store.screenshots.settle(owner, id);
    return { owner, id };
  }

  /** A store that counts its statements and the rows that they write. */
  function watched() {
    const seen = { statements: 0, rows: 0 };
    const watch = (inner: Queries): Queries => ({
      ...inner,
      all: async (...query) => {
        seen.statements += 1;
        return inner.all(...query);
      },
      get: async (...query) => {
        seen.statements += 1;
        const row = await inner.get(...query);
        if (row && /^(UPDATE|DELETE|INSERT)/.test(query[0])) seen.rows += 1;
        return row;
      },
      analyze: (table) => inner.analyze(table),
      run: async (...query) => {
        seen.statements += 1;
        const rows = await inner.run(...query);
        seen.rows += rows;
        return rows;
      },
    });
    const watching: Database = {
      ...watch(queries),
      engine: queries.engine,
      transaction: (work) => queries.transaction((tx) => work(watch(tx))),
      migrate: (work) => queries.migrate(work),
      close: () => queries.close(),
    };
    return { seen, store: storeOn(watching) };
  }

  test('deleting a webpage takes the same number of statements for any number of screenshots', async () => {
    const work = [];
    for (const { owner, id } of [await webpageWith(0), await webpageWith(20_000)]) {
      const { seen, store: watching } = watched();
      await watching.webpages.remove(owner, id);
      assert.equal(await store.webpages.find(owner, id), undefined);
      assert.equal(await store.screenshots.state(owner, id, undefined), undefined);
      work.push(seen);
    }
    assert.deepEqual(work[1], work[0]);
    assert.ok(Number(work[1]?.rows) <= 10);
    await queries.run('DELETE FROM screenshots');
    await queries.run('DELETE FROM pictures');
    await sweepAll();
  });

  test('other connections read and write while a large webpage is removed', async () => {
    const large = await webpageWith(2000);
    await store.webpages.remove(large.owner, large.id);
    const { owner } = await addPerson(store);
    const { removals } = store;
    let steps = 0;
    const dismantle = async (limit: number) => {
      steps += 1;
      const [more] = await Promise.all([removals.dismantle(limit), addWebpage(store, owner)]);
      await addWebpage(store, owner);
      assert.equal((await store.webpages.state(owner)).count, 2 * steps);
      return more;
    };
    await sweepAll({ ...store, removals: { ...removals, dismantle } });
    assert.ok(steps > 10, `only ${steps} steps`);
    assert.equal(await count('screenshots'), 0);
  });

  test('a step removes no more screenshots than its limit', async () => {
    const { owner, id } = await webpageWith(500);
    await store.webpages.remove(owner, id);
    const left: number[] = [];
    while (await store.removals.dismantle(200)) left.push(await count('screenshots'));
    assert.deepEqual(left, [300, 100, 0, 0]);
    assert.equal(Number((await queries.get('SELECT count(*) AS n FROM webpages WHERE id = $1', [id]))?.n), 0);
    assert.equal(await count('pictures'), 0);
    const blocks = await queries.get('SELECT count(*) AS n FROM page_blocks WHERE collection = $1', [id]);
    assert.equal(Number(blocks?.n), 0);
  });

  test('everything that is known about the changes of a webpage is removed with it', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addTracked(store, owner, { readyAt: new Date(0) });
    for (let n = 0; n < 3; n += 1) await captureAs(store, owner, id, { elements: [{ selector: '#a', boxes: [] }] });
    await captureAs(store, owner, id, { failing: 'No such host.' });
    await store.changes.setSettings(owner, id, { ...NOTHING_IGNORED, leastArea: 5 });
    await queries.run("INSERT INTO comparison_backlog (webpage_id, next_at) VALUES ($1, '')", [id]);
    const tables = ['findings', 'page_elements', 'changes', 'change_settings', 'comparison_backlog'];
    const counts = () => Promise.all(tables.map(count));
    assert.deepEqual(await counts(), [2, 3, 4, 1, 1]);
    await store.webpages.remove(owner, id);
    while (await store.removals.dismantle(2));
    assert.deepEqual(await counts(), [0, 0, 0, 0, 0]);
    assert.ok((await count('change_days')) > 0);
    await store.accounts.close(owner, new Date());
    await sweepAll();
    assert.equal(
      Number((await queries.get('SELECT count(*) AS n FROM change_days WHERE account_id = $1', [owner]))?.n),
      0,
    );
  });

  test('a screenshot cannot be read as soon as its webpage is deleted, before its row is removed', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const shot = await addScreenshot(store, owner, id);
    assert.equal((await store.screenshots.find(owner, id, shot.id))?.id, shot.id);
    await store.webpages.remove(owner, id);
    assert.equal((await queries.get('SELECT id FROM screenshots WHERE id = $1', [shot.id]))?.id, shot.id);
    assert.equal(await store.screenshots.find(owner, id, shot.id), undefined);
    await sweepAll();
  });

  test('the sweep removes the files of a deleted webpage, and no others', async () => {
    await sweepAll();
    const { owner } = await addPerson(store);
    const [kept, gone] = [await addWebpage(store, owner), await addWebpage(store, owner)];
    const picture = await storePicture(images);
    await addScreenshot(store, owner, kept.id, { picture });
    await addScreenshot(store, owner, gone.id, { picture: await storePicture(images) });
    assert.equal((await files()).length, 4);
    await store.webpages.remove(owner, gone.id);
    assert.equal(await sweepAll(), 2);
    assert.deepEqual(await files(), [picture.contentKey, picture.thumbnailKey].toSorted());
    assert.equal(await sweepAll(), 0);
    await store.webpages.remove(owner, kept.id);
    assert.equal(await sweepAll(), 2);
    assert.deepEqual(await files(), []);
  });

  test('a shared picture stays until its last screenshot is removed', async () => {
    const { owner } = await addPerson(store);
    const picture = await storePicture(images);
    const webpages = [];
    for (let index = 0; index < 3; index += 1) {
      const webpage = await addWebpage(store, owner);
      await addScreenshot(store, owner, webpage.id, { picture });
      await addScreenshot(store, owner, webpage.id, { picture });
      webpages.push(webpage);
    }
    for (const [index, { id }] of webpages.entries()) {
      assert.deepEqual(await files(), [picture.contentKey, picture.thumbnailKey].toSorted(), `before ${index}`);
      await store.webpages.remove(owner, id);
      await sweepAll();
    }
    assert.deepEqual(await files(), []);
    assert.equal(await count('pictures'), 0);
  });

  test('a capture with the pixels of a stored picture shares it, and its own files are removed', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const first = await storePicture(images);
    await addScreenshot(store, owner, id, { picture: first });
    const again = { ...(await storePicture(images)), id: first.id };
    await store.removals.reserve([again.contentKey, again.thumbnailKey], new Date(0));
    const screenshot = await addScreenshot(store, owner, id, { picture: again });
    assert.equal((await store.screenshots.find(owner, id, screenshot.id))?.picture.contentKey, first.contentKey);
    await sweepAll();
    assert.deepEqual(await files(), [first.contentKey, first.thumbnailKey].toSorted());
    await store.webpages.remove(owner, id);
    await sweepAll();
    assert.deepEqual(await files(), []);
  });

  test('the next sweep completes a sweep that crashed at any point', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    for (let index = 0; index < 5; index += 1) {
      await addScreenshot(store, owner, id, { picture: await storePicture(images) });
    }
    await store.webpages.remove(owner, id);
    // The sweep crashes once after each of its operations.
    for (let patience = 0; ; patience += 1) {
      let left = patience;
      const unlessCrashed = async <T>(work: () => Promise<T>): Promise<T> => {
        left -= 1;
        if (left < 0) throw new Error('crash');
        return work();
      };
      const { removals } = store;
      const breaking: Store['removals'] = {
        ...removals,
        dismantle: () => unlessCrashed(() => removals.dismantle(2)),
        due: (now, limit) => unlessCrashed(() => removals.due(now, limit)),
        done: (keys) => unlessCrashed(() => removals.done(keys)),
        putOff: (keys, until) => unlessCrashed(() => removals.putOff(keys, until)),
      };
      const dropping: Images = { ...images, remove: (key) => unlessCrashed(() => images.remove(key)) };
      try {
        await sweep({ ...store, removals: breaking }, dropping, () => new Date(), never);
        break;
      } catch (error) {
        assert.equal((error as Error).message, 'crash');
      }
      // After every crash each record still has its images.
      const keys = new Set(await files());
      for (const row of await queries.all('SELECT content_key, thumbnail_key FROM pictures')) {
        assert.ok(keys.has(String(row.content_key)) && keys.has(String(row.thumbnail_key)));
      }
    }
    assert.deepEqual(await files(), []);
    assert.equal(await count('image_removals'), 0);
    assert.equal(await count('screenshots'), 0);
  });

  test('files of a capture without a record are removed when they are due, and not before', async () => {
    const picture = await storePicture(images);
    const keys = [picture.contentKey, picture.thumbnailKey];
    await store.removals.reserve(keys, new Date('2026-02-01T00:00:00.000Z'));
    await sweep(store, images, () => new Date('2026-01-31T23:59:59.999Z'), never);
    assert.deepEqual(await files(), keys.toSorted());
    await sweep(store, images, () => new Date('2026-02-01T00:00:00.000Z'), never);
    assert.deepEqual(await files(), []);
  });

  /** An image store that fails to remove some images. */
  const holding = (stuck: ReadonlySet<string>): Images => ({
    ...images,
    remove: (key) => (stuck.has(key) ? Promise.reject(new Error('not permitted')) : images.remove(key)),
  });
  const queued = async () => (await queries.all('SELECT key FROM image_removals ORDER BY key')).map(({ key }) => key);
  const later = () => new Date(Date.now() + 3_600_000);

  test('a file that cannot be removed delays no other, is reported, and is tried again later', async () => {
    const pictures = [await storePicture(images), await storePicture(images), await storePicture(images)];
    const keys = pictures.flatMap(({ contentKey, thumbnailKey }) => [contentKey, thumbnailKey]);
    for (const [index, key] of keys.entries()) await store.removals.reserve([key], new Date(index));
    const stuck = new Set(keys.slice(0, 2));
    const left = [...stuck].toSorted();
    const told = { message: /^2 files could not be removed/, cause: new Error('not permitted') };
    await assert.rejects(
      sweep(store, holding(stuck), () => new Date(), never),
      told,
    );
    assert.deepEqual([await files(), await queued()], [left, left]);
    assert.equal(await sweep(store, holding(stuck), () => new Date(), never), 0, 'told once, not with every sweep');
    await assert.rejects(sweep(store, holding(stuck), later, never), told);
    assert.equal(await sweep(store, images, () => new Date(later().getTime() + 3_600_000), never), 2);
    assert.deepEqual([await files(), await queued()], [[], []]);
  });

  test('more unremovable files than a step takes delay others for one sweep only', async () => {
    const stuck = Array.from({ length: 120 }, () => newPicture().contentKey);
    const { contentKey, thumbnailKey } = await storePicture(images);
    await store.removals.reserve(stuck, new Date(0));
    await store.removals.reserve([contentKey, thumbnailKey], new Date(1));
    const sweepHeld = () => sweep(store, holding(new Set(stuck)), () => new Date(), never);
    await assert.rejects(sweepHeld(), { message: /^100 files/ }, 'where nothing can be removed, it stops');
    await assert.rejects(sweepHeld(), { message: /^20 files/ });
    assert.deepEqual(await files(), []);
    assert.equal(await sweepHeld(), 0);
    assert.equal(await sweep(store, images, later, never), 120);
    assert.deepEqual(await queued(), []);
  });

  test('files that are written and abandoned while a sweep removes their keys are left to the next sweep', async () => {
    const key = newPicture().contentKey;
    const now = new Date();
    await store.removals.reserve([key], now);
    const given = await store.removals.due(now, 1_000);
    assert.ok(given.includes(key));
    await store.removals.giveUp([key]);
    await store.removals.done(given);
    const again = await store.removals.due(now, 1_000);
    assert.deepEqual(again, [key]);
    await store.removals.done(again);
    assert.deepEqual(await store.removals.due(now, 1_000), []);
  });

  test('a new record takes its files off the queue', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const picture = await storePicture(images);
    await store.removals.reserve([picture.contentKey, picture.thumbnailKey], new Date(0));
    await addScreenshot(store, owner, id, { picture });
    await sweepAll();
    assert.equal((await files()).length, 2);
    await store.webpages.remove(owner, id);
    await sweepAll();
  });

  test('a capture of a deleted webpage is refused, and its files are removed', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const picture = await storePicture(images);
    await store.removals.reserve([picture.contentKey, picture.thumbnailKey], new Date(0));
    await store.webpages.remove(owner, id);
    await assert.rejects(addScreenshot(store, owner, id, { picture }), { kind: 'not-found' });
    await sweepAll();
    assert.deepEqual(await files(), []);
  });

  test('several processes may sweep at once', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => openStore(database.url)));
    const { owner } = await addPerson(store);
    const shared = await storePicture(images);
    for (let index = 0; index < 6; index += 1) {
      const { id } = await addWebpage(store, owner);
      const own = await storePicture(images);
      const some = Array.from({ length: 450 }, (_, each) => newScreenshot(id, { picture: each % 2 ? own : shared }));
      await store.screenshots.addMany(owner, some);
      await store.webpages.remove(owner, id);
    }
    await Promise.all([store, ...others].map((each) => sweepAll(each)));
    assert.equal(await count('screenshots'), 0);
    assert.equal(await count('pictures'), 0);
    assert.equal(await count('image_removals'), 0);
    assert.deepEqual(await files(), []);
    for (const other of others) await other.close();
  });
});
