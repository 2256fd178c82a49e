import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newImageKey } from '../../src/domain/image-key.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage, newPicture } from '../harness/records.ts';
import { until } from '../harness/running.ts';

forEachEngine((engine) => {
  test('a comparison of captures that a concurrent transaction deletes is not-found', async (t) => {
    const place = await engine.makeDatabase();
    const { database } = await openMigrated(place.url);
    t.after(async () => {
      await database.close();
      await place.drop();
    });
    const store = storeOn(database);
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const [before, after] = [newPicture(), newPicture()];
    for (const picture of [before, after]) await addScreenshot(store, owner, id, { picture });
    await store.webpages.remove(owner, id);

    const [deleted, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleting = store.transaction(async (tx) => {
      await tx.removals.dismantle(100);
      deleted.resolve();
      await end.promise;
    });
    await deleted.promise;
    const comparison = { contentKey: newImageKey(randomBytes, 'png'), width: 1, height: 1, compared: 1, changed: 1 };
    const keeping = store.comparisons.keep({ before: before.id, after: after.id }, comparison);
    const refused = assert.rejects(keeping, { kind: 'not-found' });
    // SQLite runs transactions in the order of their calls.
    if (database.engine === 'postgres') await until('it waits for the deletion', () => isWaiting());
    end.resolve();
    await deleting;
    await refused;

    async function isWaiting(): Promise<boolean> {
      const row = await database.get(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.n === 1;
    }
  });
});
