import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  ARCHIVE_SORTS,
  type ArchiveFilter,
  type ArchivePosition,
  type ArchiveSort,
  MOST_FOUND,
} from '../../src/domain/archive.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openDatabase, openStore } from '../../src/store/open.ts';
import { forEachEngine, type TestDatabase } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, newWebpage, tick } from '../harness/records.ts';
import { DAILY } from '../harness/tracked.ts';

const EVERYTHING: ArchiveFilter = { words: [], site: undefined, keyword: undefined, status: undefined };

/** The archive queries of the gallery port, on every engine. */
forEachEngine((engine) => {
  let place: TestDatabase;
  let database: Database;
  let store: Store;
  before(async () => {
    place = await engine.makeDatabase();
    store = await openStore(place.url);
    database = await openDatabase(place.url);
  });
  after(async () => {
    await database.close();
    await store.close();
    await place.drop();
  });

  async function find(owner: string, filter: Partial<ArchiveFilter>, sort: ArchiveSort = 'name', page = 1) {
    const request = { filter: { ...EVERYTHING, ...filter }, sort, changedSince: '2026-06-01', page, limit: 50 };
    const { webpages, count } = await store.gallery.find(owner, await store.webpages.state(owner), request);
    if (page === 1 && count <= 50) assert.equal(webpages.length, count);
    return webpages.map(({ name }) => name);
  }

  async function walk(owner: string, sort: ArchiveSort, way: 'after' | 'before', limit = 7): Promise<Webpage[]> {
    const found: Webpage[] = [];
    let from: ArchivePosition | undefined;
    do {
      const { webpages, previous, next } = await store.gallery.slice(owner, { sort, from, way, limit });
      if (way === 'after') found.push(...webpages);
      else found.unshift(...webpages);
      from = way === 'after' ? next : previous;
    } while (from);
    return found;
  }

  const setChange = (id: string, at: string, share: number) =>
    database.run('UPDATE webpages SET changed_at = $2, changed_share = $3 WHERE id = $1', [id, at, share]);

  describe('the orders of the archive', () => {
    let owner: string;
    const added: Webpage[] = [];
    before(async () => {
      ({ owner } = await addPerson(store));
      const other = await addPerson(store);
      for (let index = 0; index < 40; index += 1) {
        // Equal keys, so that only the id tells the webpages apart.
        const draft = { url: `https://site-${index % 3}.example/${index % 5}`, name: `Name ${index % 4}`, now: tick() };
        added.push(await addWebpage(store, owner, draft));
        await addWebpage(store, other.owner, draft);
      }
    });

    test('lead through all webpages once, forwards and backwards, in steps of any size', async () => {
      for (const sort of ARCHIVE_SORTS) {
        const forwards = await walk(owner, sort, 'after');
        assert.deepEqual(new Set(forwards.map(({ id }) => id)), new Set(added.map(({ id }) => id)), sort);
        assert.equal(forwards.length, added.length);
        assert.deepEqual(await walk(owner, sort, 'before'), forwards);
        assert.deepEqual(await walk(owner, sort, 'after', 1000), forwards);
      }
    });

    test('are by name, by site, and newest first', async () => {
      const names = (await walk(owner, 'name', 'after')).map(({ name }) => name);
      assert.deepEqual(names, names.toSorted());
      const sites = (await walk(owner, 'site', 'after')).map(({ groupName }) => groupName);
      assert.deepEqual(sites, sites.toSorted());
      assert.deepEqual(await walk(owner, 'added', 'after'), added.toReversed());
    });

    test('put a webpage where it changed last, or else where it was added', async () => {
      assert.deepEqual(await walk(owner, 'changed', 'after'), added.toReversed());
      const [first, second] = added;
      await setChange(second?.id ?? '', '2099-01-01T00:00:00.000Z', 0.1);
      await setChange(first?.id ?? '', '2099-02-01T00:00:00.000Z', 0.2);
      const order = await walk(owner, 'changed', 'after');
      assert.deepEqual(order, [first, second, ...added.slice(2).reverse()]);
      assert.deepEqual(
        await find(owner, { words: ['name'] }, 'changed'),
        order.map(({ name }) => name),
      );
    });
  });

  describe('the filters of the archive', () => {
    let owner: string;
    const pages: Record<string, Webpage> = {};
    before(async () => {
      ({ owner } = await addPerson(store));
      const other = await addPerson(store);
      for (const name of ['changed', 'failing', 'paused', 'both', 'plain']) {
        for (const each of [owner, other.owner]) {
          const webpage = await addWebpage(store, each, {
            name,
            url: `https://${name}.example/`,
            keywords: [`is ${name}`],
          });
          if (each === owner) pages[name] = webpage;
          const times = { now: tick(), readyAt: tick() };
          if (name !== 'plain') await store.schedules.start(each, webpage.id, DAILY, times);
          if (name === 'paused' || name === 'both') await store.schedules.pause(each, webpage.id);
          if (name === 'changed') await setChange(webpage.id, '2026-07-01T00:00:00.000Z', 0.25);
          if (name === 'plain') await setChange(webpage.id, '2026-05-01T00:00:00.000Z', 0.5);
          if (name === 'failing' || name === 'both') await setFailing(webpage.id);
        }
      }
    });

    const setFailing = (id: string) =>
      database.run(
        "UPDATE capture_schedules SET failures = 1, failing_since = '2026-01-01', failing_because = 'x' WHERE webpage_id = $1",
        [id],
      );

    test('find webpages that changed, fail or are paused; a paused one does not count as failing', async () => {
      assert.deepEqual(await find(owner, { status: 'changed' }), ['changed']);
      assert.deepEqual(await find(owner, { status: 'failing' }), ['failing']);
      assert.deepEqual(await find(owner, { status: 'paused' }), ['both', 'paused']);
      assert.deepEqual(await store.gallery.counts(owner, '2026-06-01'), { changed: 1, failing: 1, paused: 2 });
      assert.deepEqual(await store.gallery.counts(owner, '2026-01-01'), { changed: 2, failing: 1, paused: 2 });
    });

    test('can be combined', async () => {
      assert.deepEqual(await find(owner, { status: 'paused', words: ['both'] }), ['both']);
      assert.deepEqual(await find(owner, { status: 'paused', site: 'paused.example' }), ['paused']);
      assert.deepEqual(await find(owner, { status: 'failing', keyword: 'is failing' }), ['failing']);
      assert.deepEqual(await find(owner, { status: 'failing', site: 'paused.example' }), []);
      assert.deepEqual(await find(owner, { status: 'changed', site: 'changed.example', words: ['chan'] }), ['changed']);
    });

    test('see a pause and a removal at once', async () => {
      const { id } = pages.failing ?? assert.fail();
      await store.schedules.pause(owner, id);
      assert.deepEqual(await find(owner, { status: 'paused' }), ['both', 'failing', 'paused']);
      await store.webpages.remove(owner, id);
      assert.deepEqual(await find(owner, { status: 'paused' }), ['both', 'paused']);
      assert.deepEqual(await store.gallery.counts(owner, '2026-06-01'), { changed: 1, failing: 0, paused: 2 });
    });

    test('find the same with and without an index, in every order', async () => {
      for (const sort of ARCHIVE_SORTS) {
        const all = await find(owner, { words: ['example'] }, sort);
        const order = (await walk(owner, sort, 'after')).map(({ name }) => name);
        assert.deepEqual(all, order, sort);
      }
    });
  });

  test('the look of a webpage has its title, its newest picture, its first capture and its last change', async () => {
    const { owner } = await addPerson(store);
    const other = await addPerson(store);
    const webpage = await addWebpage(store, owner);
    const empty = await addWebpage(store, owner);
    const first = await addScreenshot(store, owner, webpage.id);
    await addScreenshot(store, owner, webpage.id);
    const error = await addScreenshot(store, owner, webpage.id, { verdict: 'http-error' });
    await setChange(webpage.id, '2026-07-01T00:00:00.000Z', 0.25);
    await database.run("UPDATE webpages SET title = 'A title' WHERE id = $1", [webpage.id]);
    const looks = await store.gallery.looks(owner, [webpage.id, empty.id]);
    assert.deepEqual(looks.get(webpage.id), {
      captures: 3,
      title: 'A title',
      firstAt: first.createdAt,
      newest: { thumbnailKey: error.picture.thumbnailKey, capturedAt: error.createdAt },
      change: { at: '2026-07-01T00:00:00.000Z', share: 0.25 },
    });
    assert.deepEqual(looks.get(empty.id), {
      captures: 0,
      title: undefined,
      firstAt: undefined,
      newest: undefined,
      change: undefined,
    });
    assert.equal((await store.gallery.looks(other.owner, [webpage.id])).size, 0);
  });

  test('the keywords of the most webpages are offered by name, and follow every change', async () => {
    const { owner } = await addPerson(store);
    const other = await addPerson(store);
    await addWebpage(store, other.owner, { keywords: ['theirs'] });
    const keywords = async (limit: number) => store.gallery.keywords(owner, await store.webpages.state(owner), limit);
    assert.deepEqual(await keywords(9), []);
    await addWebpage(store, owner, { keywords: ['zebra', 'once', 'Apple'] });
    const webpage = await addWebpage(store, owner, { keywords: ['zebra', 'Apple'] });
    assert.deepEqual(await keywords(9), ['Apple', 'once', 'zebra']);
    await store.webpages.change(owner, { ...webpage, keywords: ['new'] });
    await addWebpage(store, owner, { keywords: ['new'] });
    assert.deepEqual(await keywords(1), ['new']);
  });

  test('a filter finds at most a bounded number of webpages, and says so', async () => {
    const { owner } = await addPerson(store);
    const many = Array.from({ length: MOST_FOUND + 50 }, () => newWebpage({ keywords: ['many'] }));
    await store.webpages.addMany(owner, many);
    await store.webpages.settle(owner);
    const filter = { ...EVERYTHING, keyword: 'many' };
    const request = { filter, sort: 'added', changedSince: '', page: MOST_FOUND / 50, limit: 50 } as const;
    const found = await store.gallery.find(owner, await store.webpages.state(owner), request);
    assert.equal(found.count, MOST_FOUND);
    assert.equal(found.cut, true);
    assert.deepEqual(
      found.webpages.map(({ id }) => id),
      many
        .slice(50, 100)
        .toReversed()
        .map(({ id }) => id),
    );
    const next = { ...request, page: request.page + 1 };
    assert.equal((await store.gallery.find(owner, await store.webpages.state(owner), next)).webpages.length, 0);
  });
});
