import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Queries, Value } from '../../src/store/engine/database.ts';
import { openMigrated, storeOn } from '../../src/store/open.ts';
import { sqlite } from '../harness/engines.ts';
import { addPerson, newScreenshot, newWebpage } from '../harness/records.ts';

test('addMany of screenshots finds their webpages by primary key and does not scan those of the owner', async (t) => {
  const place = await sqlite.makeDatabase();
  t.after(() => place.drop());
  const { database } = await openMigrated(place.url);
  t.after(() => database.close());
  const changes: [sql: string, parameters: readonly Value[]][] = [];
  const listeningTo = (tx: Queries): Queries =>
    new Proxy(tx, {
      get(_, name: keyof Queries) {
        if (name !== 'run') return typeof tx[name] === 'function' ? tx[name].bind(tx) : tx[name];
        return (sql: string, parameters: readonly Value[] = []) => {
          if (sql.includes('UPDATE webpages')) changes.push([sql, parameters]);
          return tx.run(sql, parameters);
        };
      },
    });
  const transaction: Database['transaction'] = (work, keeping) =>
    database.transaction((tx) => work(listeningTo(tx)), keeping);
  const store = storeOn({ ...database, transaction });
  const { owner } = await addPerson(store);
  const webpages = Array.from({ length: 200 }, () => newWebpage());
  await store.webpages.addMany(owner, webpages);
  changes.length = 0;
  await store.screenshots.addMany(
    owner,
    webpages.map(({ id }) => newScreenshot(id)),
  );

  assert.ok(changes.length > 0);
  for (const [sql, parameters] of changes) {
    const plan = (await database.all(`EXPLAIN QUERY PLAN ${sql}`, parameters)).map(({ detail }) => detail).join('\n');
    assert.match(plan, /SEARCH webpages USING PRIMARY KEY \(id=\?/);
    assert.doesNotMatch(plan, /SCAN webpages|webpages_by_/);
  }
});
