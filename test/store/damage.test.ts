import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { cleanup } from '../harness/cleanup.ts';
import { changeIndex } from '../harness/damage.ts';
import { forEachEngine, sqlite } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, tick } from '../harness/records.ts';
import { trackPages } from '../harness/tracked-page.ts';

forEachEngine((engine) => {
  test('rows that refer to missing rows are found', async (t) => {
    const undo = cleanup(t);
    const place = await engine.makeDatabase();
    undo(place.drop);
    const { database } = await openMigrated(place.url);
    undo(() => database.close());
    const store = storeOn(database);
    const { owner } = await addPerson(store);
    const { picture } = await addScreenshot(store, owner, (await addWebpage(store, owner)).id);
    assert.deepEqual(await store.check.damage(), []);
    const remove = `DELETE FROM pictures WHERE id = '${picture.id}'`;
    if (engine.name === 'postgres') {
      await database.migrate((_, exec) => exec(`SET LOCAL session_replication_role = replica; ${remove}`));
    } else {
      removeUnchecked(place.url, remove);
    }
    assert.deepEqual(await store.check.damage(), ['1 rows of screenshots refer to missing rows of pictures.']);
  });
});

test('a page is refused if an index does not find its records', async (t) => {
  const place = await sqlite.makeDatabase();
  cleanup(t)(place.drop);
  const { database } = await openMigrated(place.url);
  const store = storeOn(database);
  const { owner } = await addPerson(store);
  const [{ id: webpageId = '' } = {}] = await trackPages(store, owner, ['https://example.org/']);
  const first = await captureAs(store, owner, webpageId, { at: tick() });
  await captureAs(store, owner, webpageId, { at: tick() });
  const pages = {
    changes: () =>
      store.changes.entries(owner, {
        filter: 'all',
        site: undefined,
        keyword: undefined,
        from: undefined,
        order: 'desc',
        limit: 10,
      }),
    archive: () => store.gallery.looks(owner, [webpageId]),
    timeline: () => store.timeline.span(owner, webpageId, { around: undefined, favorites: false }),
  };
  for (const read of Object.values(pages)) await read();
  removeUnchecked(place.url, `DELETE FROM screenshots WHERE id = '${first}'`);
  const damaged = { kind: 'unavailable', message: /damaged/ };
  await assert.rejects(pages.changes(), damaged);
  await assert.rejects(pages.timeline(), damaged);
  removeUnchecked(place.url, 'DELETE FROM pictures');
  await assert.rejects(pages.archive(), damaged);
  await database.close();
});

test('entries of the Changes page are refused if their index names a missing one', async (t) => {
  const place = await sqlite.makeDatabase();
  cleanup(t)(place.drop);
  const { database } = await openMigrated(place.url);
  const { owner } = await addPerson(storeOn(database));
  const [{ id = '' } = {}] = await trackPages(storeOn(database), owner, ['https://example.org/']);
  const entry = await captureAs(storeOn(database), owner, id, { at: tick() });
  await database.close();
  await changeIndex(place.url.replace('sqlite:', ''), 'changes_by_time', entry);
  const { database: damaged } = await openMigrated(place.url);
  const all = {
    filter: 'all',
    site: undefined,
    keyword: undefined,
    from: undefined,
    order: 'desc',
    limit: 10,
  } as const;
  await assert.rejects(storeOn(damaged).changes.entries(owner, all), { kind: 'unavailable', message: /damaged/ });
  await damaged.close();
});

test('rows that are lost with the whole page, or are earlier ones, are found', async (t) => {
  const place = await sqlite.makeDatabase();
  cleanup(t)(place.drop);
  const { database } = await openMigrated(place.url);
  const store = storeOn(database);
  const { owner } = await addPerson(store);
  const { id } = await addWebpage(store, owner);
  await store.webpages.remove(owner, id);
  await store.alerts.raise({ source: 'disk', message: 'full', since: tick().toISOString() });
  const [before] = await database.all("SELECT name, value, row_sum FROM settings WHERE name = 'alert:disk'");
  await store.alerts.raise({ source: 'disk', message: 'nearly full', since: tick().toISOString() });
  await store.alerts.raise({ source: 'browser', message: 'missing', since: tick().toISOString() });
  await store.alerts.clear('browser');
  assert.deepEqual(await store.check.damage(), []);

  // As if the disk had lost the last write of the page: every row has the right checksum.
  const triggers = await database.all(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'settings'",
  );
  const drop = triggers.map(({ name }) => `DROP TRIGGER ${name};`).join('');
  const make = triggers.map(({ sql }) => `${sql};`).join('');
  const set = `UPDATE settings SET value = '${before?.value}', row_sum = ${before?.row_sum} WHERE name = 'alert:disk';`;
  removeUnchecked(place.url, drop + set + make);
  const all = await database.all('SELECT name FROM settings');
  assert.deepEqual(await store.check.damage(), ['The table settings has rows of an earlier time.']);
  removeUnchecked(place.url, `${drop}DELETE FROM settings;${make}`);
  assert.deepEqual(await store.check.damage(), [`The table settings has 0 rows instead of ${all.length}.`]);
  await database.close();
});

function removeUnchecked(url: string, sql: string): void {
  const database = new DatabaseSync(url.slice('sqlite:'.length), { enableForeignKeyConstraints: false });
  database.exec(sql);
  database.close();
}

test('indexes are rebuilt if all rows are right, and nothing is changed if one is not', async (t) => {
  const place = await sqlite.makeDatabase();
  cleanup(t)(place.drop);
  const path = place.url.replace('sqlite:', '');
  const url = 'https://where-is-it.example.org/';
  async function damage(name: string) {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const root = Number(database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(name)?.rootpage);
    database.close();
    const bytes = await readFile(path);
    const at = bytes.indexOf('where-is-it', (root - 1) * 4096);
    assert.ok(at > 0 && at < root * 4096, name);
    bytes.write('THERE', at);
    await writeFile(path, bytes);
  }
  async function open() {
    const { database } = await openMigrated(place.url);
    return { database, store: storeOn(database) };
  }
  const first = await open();
  const { owner } = await addPerson(first.store);
  await trackPages(first.store, owner, [url, 'https://example.org/']);
  await first.database.close();

  await damage('webpages_by_url');
  const second = await open();
  assert.match((await second.store.check.damage()).join(), /webpages_by_url/);
  assert.equal(await second.store.check.rebuildIndexes(), true);
  assert.deepEqual(await second.store.check.damage(), []);
  await second.database.close();

  await damage('webpages');
  await damage('webpages_by_url');
  const third = await open();
  const faults = await third.store.check.damage();
  assert.equal(await third.store.check.rebuildIndexes(), false);
  assert.deepEqual(await third.store.check.damage(), faults);
  await third.database.close();
});
