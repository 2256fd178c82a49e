import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { sweep } from '../../src/app/sweep.ts';
import { deleteCapture, deleteWebpage, emptyTrash, eraseExpired, restoreTrashed } from '../../src/app/trash.ts';
import { type ChangeDay, NOTHING_IGNORED } from '../../src/domain/change.ts';
import { WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openImages } from '../../src/images/open.ts';
import type { Database, Queries } from '../../src/store/engine/database.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine, type TestDatabase, temporaryFolder } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, newWebpage, storePicture, tick } from '../harness/records.ts';
import { addTracked, DAILY, IMPOLITE } from '../harness/tracked.ts';

/** Deleted webpages and captures are gone for every reader, and their owner can bring them back for some days. */
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
    folder = await temporaryFolder('trash');
    images = await openImages(`file:${folder}`);
  });
  after(async () => {
    await store.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const NOW = new Date('2026-05-01T12:00:00.000Z');
  const notFound = { kind: 'not-found' };
  const never = new AbortController().signal;
  const parts = () => ({ store, trashDays: 7 });
  const sweepAt = async (now: Date, trashDays = 7) => {
    await eraseExpired({ store, trashDays }, now, never);
    return sweep(store, images, () => now, never);
  };
  const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

  /** The answers of all readers for an account, without revisions. */
  async function seen(owner: string) {
    const state = await store.webpages.state(owner);
    const lists = [];
    for (const sort of WEBPAGE_SORTS) {
      for (let page = 1; page <= Math.ceil(state.count / 100); page += 1) {
        lists.push((await store.webpages.page(owner, state, { page, limit: 100, sort, order: 'asc' })).records);
      }
    }
    const ids = (
      await queries.all('SELECT id FROM webpages WHERE account_id = $1 OR trash_account_id = $1 ORDER BY id', [owner])
    ).map(({ id }) => String(id));
    const filter = { words: [], site: undefined, keyword: undefined, status: undefined };
    const request = { filter, sort: 'added', changedSince: '', page: 1, limit: 100 } as const;
    const found = await store.gallery.find(owner, state, request);
    const entry = { filter: 'all', order: 'asc', limit: 100 } as const;
    return {
      lists,
      found: found.webpages,
      webpages: await Promise.all(ids.map((id) => store.webpages.find(owner, id))),
      captures: await Promise.all(ids.map((id) => capturesOf(owner, id))),
      looks: await store.gallery.looks(owner, ids),
      entries: await store.changes.entries(owner, { ...entry, from: undefined, site: undefined, keyword: undefined }),
      counts: await store.changes.counts(owner),
      days: await store.changes.days(owner, { from: '2026-01-01', to: '2026-12-31', timeZone: 'UTC' }),
      statuses: await store.gallery.counts(owner, ''),
      settings: await Promise.all(ids.map((id) => store.changes.settings(owner, id))),
      secrets: await Promise.all(ids.map((id) => store.schedules.secrets(owner, id))),
    };
  }

  async function capturesOf(owner: string, webpageId: string) {
    const state = await store.screenshots.state(owner, webpageId, undefined);
    if (!state) return undefined;
    const { records } = await store.screenshots.page(owner, webpageId, state, { page: 1, limit: 100, order: 'asc' });
    const changes = await store.changes.ofCaptures(
      owner,
      webpageId,
      records.map(({ id }) => id),
    );
    const starred = await store.screenshots.state(owner, webpageId, true);
    const { good } = await store.captures.lastPictures(owner, webpageId);
    return { records, changes, count: state.count, starred: starred?.count, face: good?.screenshotId };
  }

  /** Not by day, because midnight may lie between the captures of one of two accounts. */
  function inAll(counts: readonly ChangeDay[]) {
    const sum = (kind: 'changed' | 'failing' | 'fresh' | 'unchanged') =>
      counts.reduce((total, each) => total + each[kind], 0);
    return { changed: sum('changed'), failing: sum('failing'), fresh: sum('fresh'), unchanged: sum('unchanged') };
  }

  async function findings(): Promise<unknown[]> {
    const found = [];
    for await (const each of store.check.compare(() => undefined)) found.push(each);
    return found;
  }

  /** A tracked webpage with a star, three captures and two changes, beside another webpage. */
  async function archive() {
    const { owner } = await addPerson(store);
    const other = await addTracked(store, owner, { readyAt: NOW });
    await captureAs(store, owner, other.id);
    const webpage = await addTracked(store, owner, { readyAt: NOW, draft: { ...DAILY, sealedSecrets: 'sealed' } });
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) ids.push(await captureAs(store, owner, webpage.id));
    await store.screenshots.setFavorite(owner, { webpageId: webpage.id, id: ids[1] ?? '', isFavorite: true, now: NOW });
    await store.changes.setSettings(owner, webpage.id, { ...NOTHING_IGNORED, leastArea: 5 });
    while (await store.changes.evaluate(owner, webpage.id, 100));
    return { owner, other, webpage, ids: ids as [string, string, string] };
  }

  async function restore(owner: string, id: string) {
    const item = await store.trash.find(owner, id);
    assert.ok(item);
    await restoreTrashed(store, owner, [item], NOW);
  }

  test('a webpage in the trash looks to every reader like one that was removed, and is the same after its return', async () => {
    const { owner, webpage } = await archive();
    const twin = await archive();
    const start = await seen(owner);
    await deleteWebpage(parts(), owner, webpage.id, { now: NOW });
    await store.webpages.remove(twin.owner, twin.webpage.id);
    const gone = await seen(owner);
    assert.equal(gone.found.length, 1);
    assert.ok(!JSON.stringify([gone, [...gone.looks]]).includes(webpage.id));
    const { days: daysGone, counts, statuses } = await seen(twin.owner);
    assert.deepEqual([gone.counts, gone.statuses], [counts, statuses]);
    assert.deepEqual(inAll(gone.days), inAll(daysGone));
    assert.deepEqual(await findings(), []);
    await restore(owner, webpage.id);
    assert.deepEqual(await seen(owner), start);
    assert.deepEqual(await findings(), []);
    assert.equal(await store.trash.find(owner, webpage.id), undefined);
  });

  test('a webpage returns to its place in a list with a page index', async () => {
    const { owner } = await addPerson(store);
    const added = Array.from({ length: 300 }, (_, index) =>
      newWebpage({ url: `https://site-${index % 40}.example/${index}`, name: `Name ${(index * 7) % 300}` }),
    );
    await store.webpages.addMany(owner, added);
    await store.webpages.settle(owner);
    const start = await seen(owner);
    const gone = added.filter((_, index) => index % 37 === 0);
    await store.transaction(async (tx) => {
      for (const { id } of gone) await tx.trash.putWebpage(owner, id, NOW);
    });
    assert.equal((await store.webpages.state(owner)).count, 300 - gone.length);
    assert.deepEqual(await findings(), []);
    await restoreTrashed(store, owner, await store.trash.putAt(owner, NOW.toISOString()), NOW);
    assert.deepEqual(await findings(), []);
    assert.deepEqual((await seen(owner)).lists, start.lists);
  });

  test('a webpage in the trash is not captured, and the capture under way is lost', async () => {
    const { owner, webpage } = await archive();
    const due = new Date('2026-05-03T00:00:00.000Z');
    await store.schedules.request(owner, webpage.id, due);
    const request = { attempt: webpage.id, now: due, leaseUntil: days(3), politeness: IMPOLITE };
    const claim = await store.schedules.claimOne(owner, webpage.id, request);
    assert.ok(claim);
    await deleteWebpage(parts(), owner, webpage.id, { now: NOW });
    assert.equal(await store.schedules.renew([claim.attempt], days(4)), 0);
    assert.ok(!(await store.schedules.dueOwners(days(100))).includes(''));
    for (const act of [
      () => store.schedules.request(owner, webpage.id, NOW),
      () => store.schedules.pause(owner, webpage.id),
      () => store.schedules.resume(owner, webpage.id, NOW),
      () => store.schedules.claimOne(owner, webpage.id, request),
      () => store.trash.putCapture(owner, { webpageId: webpage.id, id: webpage.id }, NOW),
    ]) {
      await assert.rejects(act(), notFound);
    }
    await restore(owner, webpage.id);
    const schedule = await store.schedules.find(owner, webpage.id, NOW);
    assert.equal(schedule?.state.kind, 'waiting');
    assert.ok(schedule.state.nextAt > NOW.toISOString() && schedule.state.nextAt < days(2).toISOString());
    assert.ok(schedule.hasSecrets);
  });

  test('a paused webpage is still paused after its return', async () => {
    const { owner, webpage } = await archive();
    await store.schedules.pause(owner, webpage.id);
    await deleteWebpage(parts(), owner, webpage.id, { now: NOW });
    await restore(owner, webpage.id);
    assert.equal((await store.schedules.find(owner, webpage.id, NOW))?.state.kind, 'paused');
    assert.equal((await store.gallery.counts(owner, '')).paused, 1);
  });

  for (const [index, name] of ['first', 'middle', 'newest'].entries()) {
    test(`the ${name} capture of a webpage can be deleted and brought back`, async () => {
      const { owner, webpage, ids } = await archive();
      const id = ids[index] ?? '';
      const start = await seen(owner);
      const left = ids.filter((each) => each !== id);
      await deleteCapture(parts(), owner, { webpageId: webpage.id, id }, NOW);
      assert.equal(await store.screenshots.find(owner, webpage.id, id), undefined);
      const captures = await capturesOf(owner, webpage.id);
      assert.deepEqual(
        captures?.records.map((each) => each.id),
        left,
      );
      assert.equal(captures?.face, left.at(-1));
      assert.equal(captures?.starred, index === 1 ? 0 : 1);
      assert.ok(!JSON.stringify((await seen(owner)).entries).includes(id));
      assert.deepEqual(await findings(), []);
      await restore(owner, id);
      while (await store.changes.evaluate(owner, webpage.id, 100));
      assert.deepEqual(await seen(owner), start);
      assert.deepEqual(await findings(), []);
    });
  }

  test('the capture after a deleted one is compared with the one before, until it is brought back', async () => {
    const { owner, webpage, ids } = await archive();
    await queries.run('DELETE FROM comparison_backlog');
    const [first, second, third] = ids;
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: second }, NOW);
    const waiting = await store.changes.ofCaptures(owner, webpage.id, [third]);
    assert.deepEqual(waiting.get(third), { screenshotId: third, beforeId: first, state: 'waiting' });
    const pair = await store.comparisonBacklog.take({ now: NOW, until: days(1) });
    assert.ok(pair && pair !== 'passed');
    assert.deepEqual([pair.before.screenshotId, pair.after.id], [first, third]);
    await store.comparisonBacklog.finish(pair, { kind: 'failed', before: pair.before, detail: 'Too large.' }, NOW);
    assert.equal((await store.changes.ofCaptures(owner, webpage.id, [third])).get(third)?.state, 'failed');
    await restore(owner, second);
    const again = (await store.changes.ofCaptures(owner, webpage.id, [third])).get(third);
    assert.deepEqual([again?.state, again?.beforeId], ['compared', second]);
    assert.deepEqual(await findings(), []);
  });

  test('a comparison is not brought back with its capture if another capture is between now', async () => {
    const { owner, webpage, ids } = await archive();
    await queries.run('DELETE FROM comparison_backlog');
    const [first, second, third] = ids;
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: second }, NOW);
    const pair = await store.comparisonBacklog.take({ now: NOW, until: days(1) });
    assert.ok(pair && pair !== 'passed');
    assert.deepEqual([pair.before.screenshotId, pair.after.id], [first, third]);
    await store.comparisonBacklog.finish(pair, { kind: 'failed', before: pair.before, detail: 'Too large.' }, NOW);
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: third }, NOW);
    await restore(owner, second);
    await restore(owner, third);
    const change = (await store.changes.ofCaptures(owner, webpage.id, [third])).get(third);
    assert.deepEqual([change?.state, change?.beforeId], ['waiting', second]);
    assert.deepEqual(await findings(), []);
  });

  test('a comparison with a capture that was deleted meanwhile is made again with another', async () => {
    const { owner, webpage, ids } = await archive();
    await queries.run('DELETE FROM comparison_backlog');
    const [first, second, third] = ids;
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: second }, NOW);
    const pair = await store.comparisonBacklog.take({ now: NOW, until: days(1) });
    assert.ok(pair && pair !== 'passed');
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: first }, NOW);
    await store.comparisonBacklog.finish(pair, { kind: 'failed', before: pair.before, detail: 'Too large.' }, NOW);
    assert.equal((await store.changes.ofCaptures(owner, webpage.id, [third])).get(third), undefined);
    assert.deepEqual(await findings(), []);
    assert.equal(await store.comparisonBacklog.take({ now: NOW, until: days(1) }), 'passed');
    const entries = (await seen(owner)).entries.filter((entry) => entry.webpage.id === webpage.id);
    assert.deepEqual(
      entries.map(({ kind, id }) => [kind, id]),
      [['new', third]],
    );
  });

  test('the trash lists the newest first, in parts, and leaves out captures of a webpage that is in it', async () => {
    const { owner, webpage, other, ids } = await archive();
    for (const [index, id] of ids.entries()) {
      await deleteCapture(parts(), owner, { webpageId: webpage.id, id }, days(index));
    }
    await deleteWebpage(parts(), owner, other.id, { now: days(1.5) });
    const wanted = [ids[2], other.id, ids[1], ids[0]];
    const listed: string[] = [];
    for (let last: { at: string; id: string } | undefined; ; ) {
      const some = await store.trash.list(owner, { after: last, limit: 3 });
      listed.push(...some.map(({ id }) => id));
      const end = some.at(-1);
      if (!end) break;
      last = { at: end.trashedAt, id: end.id };
    }
    assert.deepEqual(listed, wanted);
    await deleteWebpage(parts(), owner, webpage.id, { now: days(4) });
    const rest = await store.trash.list(owner, { after: undefined, limit: 10 });
    assert.deepEqual(
      rest.map(({ id }) => id),
      [webpage.id, other.id],
    );
    await assert.rejects(store.trash.restoreCapture(owner, ids[0]), notFound);
    await restore(owner, webpage.id);
    await restore(owner, ids[0]);
    assert.equal((await store.trash.list(owner, { after: undefined, limit: 10 })).length, 3);
  });

  test('nobody else finds, restores or erases what is in the trash of an account', async () => {
    const { owner, webpage, other, ids } = await archive();
    const { owner: stranger } = await addPerson(store);
    await assert.rejects(store.trash.putWebpage(stranger, webpage.id, NOW), notFound);
    await assert.rejects(store.trash.putCapture(stranger, { webpageId: webpage.id, id: ids[0] }, NOW), notFound);
    await assert.rejects(store.trash.putCapture(owner, { webpageId: other.id, id: ids[0] }, NOW), notFound);
    await deleteWebpage(parts(), owner, other.id, { now: NOW });
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: ids[0] }, NOW);
    for (const id of [other.id, ids[0]]) {
      assert.equal(await store.trash.find(stranger, id), undefined);
      await assert.rejects(store.trash.erase(stranger, id), notFound);
    }
    await assert.rejects(store.trash.restoreWebpage(stranger, other.id, tick), notFound);
    await assert.rejects(store.trash.restoreCapture(stranger, ids[0]), notFound);
    await emptyTrash(store, stranger);
    assert.deepEqual(await store.trash.list(stranger, { after: undefined, limit: 10 }), []);
    assert.deepEqual(await store.trash.putAt(stranger, NOW.toISOString()), []);
    assert.equal((await store.trash.putAt(owner, NOW.toISOString())).length, 2);
  });

  /** A webpage with two captures, whose pictures have files. */
  async function pictured() {
    const { owner } = await addPerson(store);
    const webpage = await addWebpage(store, owner);
    const pictures = [await storePicture(images), await storePicture(images)] as const;
    const shots = [];
    for (const picture of pictures) shots.push(await addScreenshot(store, owner, webpage.id, { picture }));
    const keys = pictures.map(({ contentKey, thumbnailKey }) => [contentKey, thumbnailKey]);
    const hidden = () =>
      Promise.all(
        keys.map(async (pair) => Promise.all(pair.map(async (key) => (await store.trash.image(key)).hidden))),
      );
    const stored = async () => {
      const all = new Set<string>();
      for await (const { key } of images.list()) all.add(key);
      return keys.map((pair) => pair.filter((key) => all.has(key)).length);
    };
    return { owner, webpage, shots: shots as [(typeof shots)[0], (typeof shots)[0]], hidden, stored };
  }

  const HIDDEN = [true, true];
  const SHOWN = [false, false];

  test('images are hidden while they are in the trash, and erased with their records after the days of the trash', async () => {
    const { owner, webpage, shots, hidden, stored } = await pictured();
    const kept = await pictured();
    assert.deepEqual(await hidden(), [SHOWN, SHOWN]);
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: shots[0].id }, NOW);
    assert.deepEqual(await hidden(), [HIDDEN, SHOWN]);
    await deleteWebpage(parts(), owner, webpage.id, { now: NOW });
    assert.deepEqual(await hidden(), [HIDDEN, HIDDEN]);
    await sweepAt(days(7));
    assert.deepEqual(await stored(), [2, 2], 'exactly seven days are not more than seven days');
    await restore(owner, webpage.id);
    assert.deepEqual(await hidden(), [HIDDEN, SHOWN]);
    await restore(owner, shots[0].id);
    assert.deepEqual(await hidden(), [SHOWN, SHOWN]);
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: shots[1].id }, NOW);
    await sweepAt(days(8));
    assert.deepEqual(await stored(), [2, 0]);
    await assert.rejects(store.trash.restoreCapture(owner, shots[1].id), notFound);
    await deleteWebpage(parts(), owner, webpage.id, { now: NOW });
    await sweepAt(days(8));
    assert.deepEqual(await stored(), [0, 0]);
    assert.equal(await queries.get('SELECT id FROM webpages WHERE id = $1', [webpage.id]), undefined);
    assert.deepEqual(await kept.stored(), [2, 2]);
    assert.deepEqual(await kept.hidden(), [SHOWN, SHOWN]);
    assert.deepEqual(await findings(), []);
  });

  test('what is erased is hidden before its files are removed', async () => {
    const { owner, webpage, shots, hidden, stored } = await pictured();
    await deleteCapture({ store, trashDays: 0 }, owner, { webpageId: webpage.id, id: shots[0].id }, NOW);
    await deleteWebpage({ store, trashDays: 0 }, owner, webpage.id, { now: NOW });
    assert.deepEqual(await hidden(), [HIDDEN, HIDDEN]);
    assert.deepEqual(await store.trash.list(owner, { after: undefined, limit: 10 }), []);
    while (await store.removals.dismantle(100));
    assert.deepEqual(await hidden(), [HIDDEN, HIDDEN]);
    assert.deepEqual(await stored(), [2, 2]);
    await sweepAt(NOW);
    assert.deepEqual(await stored(), [0, 0]);
  });

  test('the owner empties the trash', async () => {
    const { owner, webpage, shots, stored } = await pictured();
    const second = await addWebpage(store, owner);
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: shots[0].id }, NOW);
    await deleteWebpage(parts(), owner, second.id, { now: NOW });
    await emptyTrash(store, owner);
    await sweepAt(NOW);
    assert.deepEqual(await stored(), [0, 2]);
    assert.equal(await queries.get('SELECT id FROM webpages WHERE id = $1', [second.id]), undefined);
  });

  test('deleting an account erases its trash at once', async () => {
    const { owner, webpage, shots, hidden, stored } = await pictured();
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: shots[0].id }, NOW);
    await deleteWebpage(parts(), owner, (await addWebpage(store, owner)).id, { now: NOW });
    await store.accounts.close(owner, NOW);
    assert.deepEqual(await hidden(), [HIDDEN, HIDDEN]);
    await sweepAt(NOW);
    assert.deepEqual(await stored(), [0, 0]);
    assert.equal(await queries.get('SELECT id FROM accounts WHERE id = $1', [owner]), undefined);
    assert.deepEqual(await findings(), []);
  });

  test('the audit log has every move with its origin', async () => {
    const { owner, webpage, shots } = await pictured();
    const own = store.by({ via: 'web', account: owner, address: '192.0.2.1' });
    const act = { store: own, trashDays: 7 };
    await deleteCapture(act, owner, { webpageId: webpage.id, id: shots[0].id }, NOW);
    await deleteWebpage(act, owner, webpage.id, { now: NOW });
    await restoreTrashed(own, owner, await store.trash.putAt(owner, NOW.toISOString()), NOW);
    await restore(owner, shots[0].id);
    await deleteCapture(act, owner, { webpageId: webpage.id, id: shots[0].id }, NOW);
    await own.trash.erase(owner, shots[0].id);
    await deleteWebpage(act, owner, webpage.id, { now: NOW });
    await eraseExpired({ store, trashDays: 7 }, days(8), never);
    const events = await store.audit.list({ owner, after: undefined, limit: 9 });
    assert.deepEqual(
      events.map(({ action, via, subjectId }) => [action, via, subjectId === webpage.id ? 'webpage' : 'capture']),
      [
        ['webpage-erased', 'service', 'webpage'],
        ['webpage-deleted', 'web', 'webpage'],
        ['capture-erased', 'web', 'capture'],
        ['capture-deleted', 'web', 'capture'],
        ['capture-restored', 'service', 'capture'],
        ['webpage-restored', 'web', 'webpage'],
        ['webpage-deleted', 'web', 'webpage'],
        ['capture-deleted', 'web', 'capture'],
        ['webpage-added', 'service', 'webpage'],
      ],
    );
  });

  test('a failure after any statement of a move leaves everything as it was', async () => {
    const { owner, webpage, other, ids } = await archive();
    await deleteWebpage(parts(), owner, other.id, { now: NOW });
    await deleteCapture(parts(), owner, { webpageId: webpage.id, id: ids[0] }, NOW);
    const rows = async () => ({
      seen: await seen(owner),
      trash: await store.trash.list(owner, { after: undefined, limit: 10 }),
    });
    const start = await rows();
    const items = start.trash;
    const moves: ((broken: Store) => Promise<unknown>)[] = [
      (broken) => deleteWebpage({ store: broken, trashDays: 7 }, owner, webpage.id, { now: NOW }),
      (broken) => deleteCapture({ store: broken, trashDays: 0 }, owner, { webpageId: webpage.id, id: ids[1] }, NOW),
      (broken) => restoreTrashed(broken, owner, items, NOW),
      (broken) => emptyTrash(broken, owner),
    ];
    for (const move of moves) {
      for (let statements = 0; ; statements += 1) {
        const outcome = await move(breaking(statements)).then(
          () => 'completed',
          (error: Error) => error.message,
        );
        if (outcome === 'completed') assert.fail('every run ends with a failure at the commit or before');
        if (outcome === 'commit') break;
        assert.equal(outcome, 'crash');
      }
      assert.deepEqual(await rows(), start);
    }
  });

  /** A store whose transactions fail after some statements, or else before they are committed. */
  function breaking(statements: number): Store {
    let left = statements;
    const count = () => {
      left -= 1;
      if (left < 0) throw new Error('crash');
    };
    const limited = (tx: Queries): Queries => ({
      ...tx,
      async all(...query) {
        count();
        return tx.all(...query);
      },
      async get(...query) {
        count();
        return tx.get(...query);
      },
      async run(...query) {
        count();
        return tx.run(...query);
      },
    });
    return storeOn({
      ...queries,
      transaction: (work) =>
        queries.transaction(async (tx) => {
          await work(limited(tx));
          throw new Error('commit');
        }),
    });
  }
});
