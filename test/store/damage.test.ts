import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage } from '../harness/records.ts';

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

function removeUnchecked(url: string, sql: string): void {
  const database = new DatabaseSync(url.slice('sqlite:'.length), { enableForeignKeyConstraints: false });
  database.exec(sql);
  database.close();
}
