import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARCHIVE_SORTS } from '../../src/domain/archive.ts';
import type { Database, Value } from '../../src/store/engine/database.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, newWebpage } from '../harness/records.ts';

/** How the query plan of each engine names the use of an index from a position on, and sorting. */
const FROM_POSITION = {
  sqlite: /USING (COVERING )?INDEX webpages_by_\w+ \(account_id=\? AND .*[<>]/,
  postgres: /Index Scan (Backward )?using webpages_by_\w+ [\s\S]*Index Cond: .*ROW\(/,
};
const SORTED = { sqlite: /TEMP B-TREE/, postgres: /Sort/ };
const EXPLAIN = { sqlite: 'EXPLAIN QUERY PLAN', postgres: 'EXPLAIN' };

forEachEngine((engine) => {
  test('every order of the archive is read from a position in an index, without sorting', async (t) => {
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

    for (const sort of ARCHIVE_SORTS) {
      for (const way of ['after', 'before'] as const) {
        const start = await store.gallery.stretch(owner, { sort, from: undefined, way, limit: 1000 });
        const from = way === 'after' ? start.next : start.previous;
        assert.ok(from);
        assert.equal((await store.gallery.stretch(owner, { sort, from, way, limit: 48 })).webpages.length, 48);
        const [sql, parameters] = queries.at(-1) ?? assert.fail('nothing was read');
        const rows = await database.all(`${EXPLAIN[engine.name]} ${sql}`, parameters);
        const plan = rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
        assert.match(plan, FROM_POSITION[engine.name], `${sort} ${way}`);
        assert.doesNotMatch(plan, SORTED[engine.name]);
      }
    }
  });
});
