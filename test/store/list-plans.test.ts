import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLinks } from '../../src/api/links.ts';
import { makeTemplates } from '../../src/api/templates.ts';
import { ORDERS, WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import type { Database, PageSql, Value } from '../../src/store/engine/database.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { together } from '../../src/store/paging/gather-pages.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, newWebpage } from '../harness/records.ts';

/** How the engines say that they read nothing but an index, and that they sort nothing. */
const ALONE = { sqlite: /COVERING INDEX webpages_by_/, postgres: /Index Only Scan (Backward )?using webpages_by_/ };
const SORTED = { sqlite: /TEMP B-TREE/, postgres: /Sort/ };
const EXPLAIN = {
  sqlite: (database: Database, { members }: PageSql, parameters: readonly Value[]) =>
    database.all(`EXPLAIN QUERY PLAN ${members}`, parameters),
  // As it is asked for: for several pages at once.
  postgres: (database: Database, page: PageSql, parameters: readonly Value[]) =>
    database.all(
      `EXPLAIN ${together(page, parameters)}`,
      parameters.map((value) => `{"${value}"}`),
    ),
};

forEachEngine((engine) => {
  test('every order of the webpages is read from its index alone, as the API shows them', async (t) => {
    const place = await engine.makeDatabase();
    t.after(() => place.drop());
    const { database } = await openMigrated(place.url);
    t.after(() => database.close());
    const asked: [page: PageSql, parameters: readonly Value[]][] = [];
    const listening: Database = {
      ...database,
      join(frame, page, parameters) {
        asked.push([page, parameters]);
        return database.join(frame, page, parameters);
      },
    };
    const store = storeOn(listening);
    const { owner } = await addPerson(store);
    await store.webpages.addMany(
      owner,
      Array.from({ length: 3_000 }, () => newWebpage()),
    );
    await store.webpages.settle(owner);
    await database.takeStock();

    const { webpageInList } = makeTemplates(makeLinks('https://archive.example/v3', 'https://archive.example/i'));
    const frame = { head: '[', member: webpageInList, tail: ']' };
    const state = await store.webpages.state(owner);
    for (const sort of WEBPAGE_SORTS) {
      for (const order of ORDERS) {
        await store.webpages.writePage(owner, state, { sort, order, page: 30, limit: 50 }, frame);
        const [page, parameters] = asked.pop() ?? assert.fail('nothing was asked');
        const rows = await EXPLAIN[engine.name](database, page, parameters);
        const plan = rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
        assert.match(plan, ALONE[engine.name], `${sort} ${order}`);
        assert.doesNotMatch(plan, SORTED[engine.name]);
      }
    }
  });
});
