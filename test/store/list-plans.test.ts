import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORDERS, WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import type { Database, Value } from '../../src/store/engine/database.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, newWebpage } from '../harness/records.ts';

/** How the query plan of each engine names the use of an index, and sorting. */
const INDEXED = {
  sqlite: /USING (COVERING )?INDEX webpages_by_/,
  postgres: /Index (Only )?Scan (Backward )?using webpages_by_/,
};
const SORTED = { sqlite: /TEMP B-TREE/, postgres: /Sort/ };
const EXPLAIN = { sqlite: 'EXPLAIN QUERY PLAN', postgres: 'EXPLAIN' };

forEachEngine((engine) => {
  test('every sort order of webpages is read from its index without sorting', async (t) => {
    const place = await engine.makeDatabase();
    t.after(() => place.drop());
    const { database } = await openMigrated(place.url);
    t.after(() => database.close());
    const queries: [sql: string, parameters: readonly Value[]][] = [];
    const listening: Database = {
      ...database,
      all(sql, parameters = []) {
        queries.push([sql, parameters]);
        return database.all(sql, parameters);
      },
    };
    const store = storeOn(listening);
    const { owner } = await addPerson(store);
    await store.webpages.addMany(
      owner,
      Array.from({ length: 3_000 }, () => newWebpage()),
    );
    await store.webpages.settle(owner);

    const state = await store.webpages.state(owner);
    for (const sort of WEBPAGE_SORTS) {
      for (const order of ORDERS) {
        const { records } = await store.webpages.page(owner, state, { sort, order, page: 30, limit: 50 });
        assert.equal(records.length, 50);
        const [sql, parameters] = queries.pop() ?? assert.fail('nothing was read');
        const rows = await database.all(`${EXPLAIN[engine.name]} ${sql}`, parameters);
        const plan = rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
        assert.match(plan, INDEXED[engine.name], `${sort} ${order}`);
        assert.doesNotMatch(plan, SORTED[engine.name]);
      }
    }
  });
});
