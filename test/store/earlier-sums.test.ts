import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase, openMigrated, storeOn } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { makeVersion19 } from '../harness/earlier-sums.ts';
import { sqlite } from '../harness/engines.ts';
import { addPerson, addWebpage } from '../harness/records.ts';

async function archive(undo: (work: () => unknown) => void) {
  const place = await sqlite.makeDatabase();
  undo(place.drop);
  const path = place.url.replace('sqlite:', '');
  const { database } = await openMigrated(place.url);
  const { owner } = await addPerson(storeOn(database));
  const webpages = [await addWebpage(storeOn(database), owner), await addWebpage(storeOn(database), owner)] as const;
  await database.close();
  const migrated = async () => {
    const { database: opened } = await openMigrated(place.url);
    undo(() => opened.close());
    return { database: opened, store: storeOn(opened) };
  };
  return { url: place.url, path, owner, webpages, migrated };
}

test('a database with the checksums of an earlier version is not damaged, before and after its migration', async (t) => {
  const { url, path, owner, webpages, migrated } = await archive(cleanup(t));
  makeVersion19(path);
  const database = await openDatabase(url);
  assert.deepEqual(await database.damage(), []);
  await database.close();
  const { store } = await migrated();
  assert.deepEqual(await store.check.damage(), []);
  const found = await store.webpages.find(owner, webpages[0].id);
  assert.equal(found?.name, webpages[0].name);
});

test('a row that was damaged before a migration stays damaged, and all others are right', async (t) => {
  const { url, path, owner, webpages, migrated } = await archive(cleanup(t));
  const [damaged, right] = webpages;
  makeVersion19(path, `UPDATE webpages SET name = 'dmaged' WHERE id = '${damaged.id}'`);
  const fault = `The row ${damaged.id} of the table webpages is damaged.`;
  const database = await openDatabase(url);
  assert.deepEqual(await database.damage(), [fault]);
  await database.close();
  const { store } = await migrated();
  assert.deepEqual(await store.check.damage(), [fault]);
  assert.equal((await store.webpages.find(owner, right.id))?.name, right.name);
  await assert.rejects(store.webpages.find(owner, damaged.id), { kind: 'unavailable', message: /damaged/ });
  const state = await store.webpages.state(owner);
  const page = store.webpages.page(owner, state, { page: 1, limit: 50, sort: 'name', order: 'asc' });
  await assert.rejects(page, { kind: 'unavailable', message: /damaged/ });
  await store.webpages.remove(owner, right.id);
  assert.deepEqual(await store.check.damage(), [fault]);
});

test('rows that were lost before a migration are missed after it', async (t) => {
  const { path, webpages, migrated } = await archive(cleanup(t));
  makeVersion19(path, `DELETE FROM webpages WHERE id = '${webpages[0].id}'; UPDATE accounts SET row_sum = 1`);
  const { store } = await migrated();
  const faults = await store.check.damage();
  assert.match(faults.join(' '), /^The row [^ ]+ of the table accounts is damaged\. /);
  assert.deepEqual(faults.slice(1), [
    'The table accounts has rows of an earlier time.',
    'The table webpages has 1 rows instead of 2.',
  ]);
});
