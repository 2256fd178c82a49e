import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { cleanup } from '../harness/cleanup.ts';
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

function removeUnchecked(url: string, sql: string): void {
  const database = new DatabaseSync(url.slice('sqlite:'.length), { enableForeignKeyConstraints: false });
  database.exec(sql);
  database.close();
}
