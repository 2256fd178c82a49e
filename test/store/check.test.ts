import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Finding } from '../../src/domain/finding.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine, type TestDatabase } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, newPicture, newScreenshot, newWebpage } from '../harness/records.ts';
import { until } from '../harness/running.ts';
import { addTracked } from '../harness/tracked.ts';

/** More records than one block, so that the list has a page index. */
const LARGE = 10_200;

forEachEngine((engine) => {
  let place: TestDatabase;
  let database: Database;
  let store: Store;
  const examine = () => Array.fromAsync(store.check.compare(() => undefined));

  before(async () => {
    place = await engine.makeDatabase();
    ({ database } = await openMigrated(place.url));
    store = storeOn(database);
  });
  after(async () => {
    await store.close();
    await place.drop();
  });

  const waiting = `SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  // SQLite runs transactions in the order of their calls. PostgreSQL needs this wait until they wait for the same row.
  const waits = (count: number) =>
    database.engine === 'postgres' &&
    until(`${count} wait`, async () => Number((await database.get(waiting))?.n) === count);

  /** Damages the database, and checks that the fault is found and repaired, and that none is found afterwards. */
  async function breakAndRepair(sql: string, parameters: (string | null)[], expected: Finding[]): Promise<void> {
    assert.deepEqual(await examine(), []);
    await database.run(sql, parameters);
    const findings = await examine();
    assert.deepEqual(findings, expected);
    for (const finding of findings) await store.check.mend(finding);
    assert.deepEqual(await examine(), []);
  }

  test('no fault is found in an archive after normal use', async () => {
    const { owner } = await addPerson(store);
    const webpage = await addWebpage(store, owner);
    const gone = await addWebpage(store, owner);
    const picture = newPicture();
    const first = await addScreenshot(store, owner, webpage.id, { picture });
    await addScreenshot(store, owner, webpage.id, { picture, isFavorite: true });
    await addScreenshot(store, owner, gone.id);
    await store.screenshots.setFavorite(owner, {
      webpageId: webpage.id,
      id: first.id,
      isFavorite: true,
      now: new Date(),
    });
    await store.webpages.remove(owner, gone.id);
    assert.deepEqual(await examine(), []);
    while (await store.removals.dismantle(100));
    assert.deepEqual(await examine(), []);
  });

  test('a wrong count of webpages of an account is found and repaired, and its list uses the new count', async () => {
    const { owner } = await addPerson(store);
    for (let count = 0; count < 3; count += 1) await addWebpage(store, owner);
    const before = await store.webpages.state(owner);
    await breakAndRepair(
      'UPDATE accounts SET webpage_count = 7 WHERE id = $1',
      [owner],
      [{ kind: 'count', of: 'webpages of account', id: owner, noted: 7, counted: 3 }],
    );
    const state = await store.webpages.state(owner);
    assert.equal(state.count, 3);
    assert.ok(state.revision > before.revision, 'nothing that was remembered of the wrong state is used');
  });

  test('wrong counts of screenshots and favorites of a webpage are found and repaired', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    for (const isFavorite of [true, false, true]) await addScreenshot(store, owner, id, { isFavorite });
    await breakAndRepair(
      'UPDATE webpages SET screenshot_count = 0, favorite_count = 9 WHERE id = $1',
      [id],
      [
        { kind: 'count', of: 'screenshots of webpage', id, noted: 0, counted: 3 },
        { kind: 'count', of: 'favorites of webpage', id, noted: 9, counted: 2 },
      ],
    );
    assert.equal((await store.screenshots.state(owner, id, true))?.count, 2);
    assert.equal((await store.screenshots.state(owner, id, false))?.count, 1);
  });

  test('a wrong face of a webpage is found, and replaced by the newest good screenshot', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const old = await addScreenshot(store, owner, id);
    const newest = await addScreenshot(store, owner, id);
    const failed = await addScreenshot(store, owner, id, { verdict: 'http-error' });
    const stranger = await addScreenshot(store, owner, (await addWebpage(store, owner)).id);
    const face = async () => (await database.get('SELECT face_id FROM webpages WHERE id = $1', [id]))?.face_id;
    for (const wrong of [old.id, failed.id, stranger.id, 'nothing']) {
      await breakAndRepair('UPDATE webpages SET face_id = $2 WHERE id = $1', [id, wrong], [{ kind: 'face', id }]);
      assert.equal(await face(), newest.id);
    }
    await breakAndRepair('UPDATE webpages SET face_id = NULL WHERE id = $1', [id], [{ kind: 'face', id }]);
    const bare = await addWebpage(store, owner);
    await addScreenshot(store, owner, bare.id, { verdict: 'blank' });
    assert.deepEqual(await examine(), [], 'a webpage without a good screenshot has no face');
  });

  test('a wrong last change of a webpage, and a change without its screenshots, are found and repaired', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addTracked(store, owner, { readyAt: new Date(0) });
    await captureAs(store, owner, id);
    const first = await captureAs(store, owner, id);
    const second = await captureAs(store, owner, id);
    const newest = async () => (await store.changes.newest(owner, [id])).get(id)?.id;
    for (const wrong of ['', '9999']) {
      await breakAndRepair(
        'UPDATE webpages SET changed_at = $2 WHERE id = $1',
        [id, wrong],
        [{ kind: 'last change', id }],
      );
      assert.equal(await newest(), second);
    }
    const dangling = { kind: 'dangling change', id: second } as const;
    await breakAndRepair("UPDATE changes SET before_id = 'nothing' WHERE id = $1", [second], [dangling]);
    assert.equal(await newest(), first);
    const other = (await addPerson(store)).owner;
    await breakAndRepair(
      'UPDATE changes SET account_id = $2 WHERE id = $1',
      [first, other],
      [{ ...dangling, id: first }],
    );
    assert.equal(await newest(), undefined);
  });

  test('a wrong count of uses of a picture is found and repaired', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const picture = newPicture();
    for (let count = 0; count < 2; count += 1) await addScreenshot(store, owner, id, { picture });
    await breakAndRepair(
      'UPDATE pictures SET uses = 1 WHERE id = $1',
      [picture.id],
      [{ kind: 'count', of: 'uses of picture', id: picture.id, noted: 1, counted: 2 }],
    );
  });

  test('a picture without screenshots is deleted, and its files are queued for removal', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const { picture, id: shot } = await addScreenshot(store, owner, id);
    await database.run('UPDATE webpages SET screenshot_count = 0, face_id = NULL WHERE id = $1', [id]);
    await database.run('DELETE FROM screenshots WHERE id = $1', [shot]);
    const findings = await examine();
    assert.deepEqual(findings, [{ kind: 'count', of: 'uses of picture', id: picture.id, noted: 1, counted: 0 }]);
    for (const finding of findings) await store.check.mend(finding);
    assert.deepEqual(await examine(), []);
    const due = await store.removals.due(new Date(), 100);
    assert.ok(due.includes(picture.contentKey) && due.includes(picture.thumbnailKey));
  });

  test('a missing, wrong or orphaned page index is found and repaired', async () => {
    const { owner } = await addPerson(store);
    await store.webpages.addMany(
      owner,
      Array.from({ length: LARGE }, () => newWebpage()),
    );
    await store.webpages.settle(owner);
    const wrong = (ordering: string, fault: string): Finding => ({
      kind: 'page index',
      collection: owner,
      ordering,
      fault,
    });

    await breakAndRepair(
      "DELETE FROM page_blocks WHERE collection = $1 AND ordering = 'url'",
      [owner],
      [wrong('url', `is missing, so its ${LARGE} records are slow to page through`)],
    );
    const second = `first_id = (SELECT first_id FROM page_blocks WHERE collection = $1 AND ordering = 'dateCreated'
      ORDER BY first_key, first_id LIMIT 1 OFFSET 1)`;
    await breakAndRepair(
      `UPDATE page_blocks SET size = 999 WHERE collection = $1 AND ordering = 'dateCreated' AND ${second}`,
      [owner],
      [wrong('dateCreated', 'has a wrong size, 999 records, in block 2')],
    );
    await breakAndRepair(
      `UPDATE page_blocks SET size = 1001 WHERE collection = $1 AND ordering = 'dateCreated' AND ${second}`,
      [owner],
      [wrong('dateCreated', 'has a wrong size, 1001 records, in block 2')],
    );
    await breakAndRepair(
      "DELETE FROM page_blocks WHERE collection = $1 AND ordering = 'name' AND first_id = ''",
      [owner],
      [wrong('name', 'does not begin at the beginning')],
    );
    await breakAndRepair(
      "INSERT INTO page_blocks (collection, ordering, first_key, first_id, size) VALUES ($1, 'url', '', '', 5)",
      ['nobody'],
      [
        {
          kind: 'page index',
          collection: 'nobody',
          ordering: 'any key',
          fault: 'belongs to a list that does not exist',
        },
      ],
    );
  });

  test('the page index of many screenshots stays right after additions and changes of favorites, and a wrong one is repaired', async () => {
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const picture = newPicture();
    const many = Array.from({ length: LARGE }, (_, index) =>
      newScreenshot(id, { picture, isFavorite: index % 2 === 0 }),
    );
    await store.screenshots.addMany(owner, many);
    await store.screenshots.settle(owner, id);
    assert.deepEqual(await examine(), []);
    for (const { id: shot, isFavorite } of many.slice(0, 40)) {
      await store.screenshots.setFavorite(owner, { webpageId: id, id: shot, isFavorite: !isFavorite, now: new Date() });
    }
    for (let count = 0; count < 40; count += 1) await addScreenshot(store, owner, id, { picture });
    assert.deepEqual(await examine(), []);
    await database.run("UPDATE page_blocks SET size = size + 1 WHERE collection = $1 AND ordering = 'others'", [id]);
    const [finding] = await examine();
    assert.equal(finding?.kind, 'page index');
    if (finding) await store.check.mend(finding);
    assert.deepEqual(await examine(), []);
  });

  test('a concurrent rename and deletion of a webpage keeps the page index and the pages right', async () => {
    const { owner } = await addPerson(store);
    const many = Array.from({ length: 200 }, (_, index) => newWebpage({ name: `${100 + index}` }));
    await store.webpages.addMany(owner, many);
    await store.webpages.settle(owner);
    const [first, ...others] = many as [Webpage, ...Webpage[]];
    const writing: Promise<void>[] = [];
    await store.transaction(async (tx) => {
      await tx.webpages.settle(owner);
      writing.push(store.webpages.change(owner, { ...first, name: '999' }));
      await waits(1);
      writing.push(store.webpages.remove(owner, first.id));
      await waits(2);
    });
    // PostgreSQL does not define which of the waiting transactions continues first.
    const [renamed, removed] = await Promise.allSettled(writing);
    assert.ok(renamed?.status === 'fulfilled' || renamed?.reason.kind === 'not-found');
    assert.equal(removed?.status, 'fulfilled');

    assert.deepEqual(await examine(), []);
    const state = await store.webpages.state(owner);
    const shown: string[] = [];
    for (let page = 1; page <= 10; page += 1) {
      const request = { page, limit: 20, order: 'asc', sort: 'name' } as const;
      shown.push(...(await store.webpages.page(owner, state, request)).records.map(({ id }) => id));
    }
    assert.deepEqual(
      shown,
      others.map(({ id }) => id),
    );
  });

  test('two schedulers that release the webpages of a closed account count each webpage once', async () => {
    const { owner } = await addPerson(store);
    for (let count = 0; count < 3; count += 1) await addWebpage(store, owner);
    while (await store.removals.dismantle(100));
    await store.accounts.close(owner, new Date());
    const releasing: Promise<boolean>[] = [];
    await store.transaction(async (tx) => {
      await tx.webpages.settle(owner);
      for (const scheduler of [1, 2]) {
        releasing.push(store.removals.dismantle(2));
        await waits(scheduler);
      }
    });
    await Promise.all(releasing);
    assert.deepEqual(await examine(), []);
    while (await store.removals.dismantle(100));
    assert.deepEqual(await examine(), []);
  });

  test('addMany counts screenshots and makes the newest one the face, and refuses the webpage of another owner', async () => {
    const ann = await addPerson(store);
    const bob = await addPerson(store);
    const pages = [await addWebpage(store, ann.owner), await addWebpage(store, ann.owner)];
    const shots = pages.flatMap(({ id }) => [newScreenshot(id, { isFavorite: true }), newScreenshot(id)]);
    await store.screenshots.addMany(ann.owner, shots);
    const late = newScreenshot(pages[0]?.id ?? '', { createdAt: '2001-01-01T00:00:00.000Z' });
    await store.screenshots.addMany(ann.owner, [late]);
    assert.deepEqual(await examine(), []);
    const faces = await database.all('SELECT face_id FROM webpages WHERE account_id = $1 ORDER BY created_at', [
      ann.owner,
    ]);
    assert.deepEqual(
      faces.map(({ face_id }) => face_id),
      [shots[1]?.id, shots[3]?.id],
    );
    await assert.rejects(store.screenshots.addMany(bob.owner, [newScreenshot(pages[0]?.id ?? '')]), {
      kind: 'not-found',
    });
    assert.deepEqual(await examine(), []);
  });
});
