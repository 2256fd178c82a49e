import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { openExplained } from '../harness/query-plans.ts';
import { addPerson } from '../harness/records.ts';
import { addTracked, Clock } from '../harness/tracked.ts';

/** How the query plan of each engine says that rows are found by the ids of screenshots. */
const PLANS = {
  sqlite: [/SEARCH c USING INDEX captures_by_screenshot/, /SEARCH e USING (INDEX \w+|PRIMARY KEY) \(id=\?\)/],
  postgres: [/captures_by_screenshot/, /changes_pkey/],
};
const SCANNED = { sqlite: /SCAN/, postgres: /Seq Scan|captures_by_start/ };
const HOUR = 3_600_000;

forEachEngine((engine) => {
  test('what is known about screenshots is found by their ids, not among all captures of the webpage', async (t) => {
    const { store, database, queries, planOf } = await openExplained(t, engine);
    const { owner } = await addPerson(store);
    const clock = new Clock();
    const { id } = await addTracked(store, owner, { readyAt: clock.now() });
    const ids: string[] = [];
    for (let n = 0; n < 1_000; n += 1) {
      ids.push(await captureAs(store, owner, id, { at: clock.now() }));
      clock.forward(HOUR);
    }
    if (database.engine === 'postgres') await database.run('ANALYZE');

    queries.length = 0;
    assert.equal((await store.captures.pagesOf(owner, id, ids.slice(-20))).size, 20);
    assert.equal((await store.changes.ofCaptures(owner, id, ids.slice(-20))).size, 20);
    for (const [index, query] of queries.filter(([sql]) => sql.includes(' IN (')).entries()) {
      const plan = await planOf(query);
      assert.match(plan, PLANS[engine.name][index] ?? assert.fail('more queries than expected'));
      assert.doesNotMatch(plan.replaceAll(/.*(Seq Scan on|SCAN) (webpages )?w\b.*/g, ''), SCANNED[engine.name]);
    }
  });
});
