import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alteredRegion, findingsOf } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { openExplained } from '../harness/query-plans.ts';
import { addPerson, newScreenshot, newWebpage } from '../harness/records.ts';
import { Clock } from '../harness/tracked.ts';

/** Reads all rows of a table. SQLite also scans the result of a subquery, here `counted`. */
const SLOW = {
  sqlite: /SCAN (?!counted)|TEMP B-TREE FOR ORDER BY/,
  postgres: /Seq Scan on (screenshots|captures|changes)/,
};
const HOUR = 3_600_000;

forEachEngine((engine) => {
  test('every part of a timeline is read from an index', async (t) => {
    const { store, database, queries, planOf } = await openExplained(t, engine);
    const { owner } = await addPerson(store);
    const clock = new Clock();
    const webpages = Array.from({ length: 20 }, () => newWebpage());
    await store.webpages.addMany(owner, webpages);
    const findings = findingsOf(alteredRegion(1, 2, 3, 4));
    const histories = webpages.map(({ id }) =>
      Array.from({ length: 100 }, () => {
        clock.forward(HOUR);
        return newScreenshot(id, { createdAt: clock.now().toISOString() });
      }),
    );
    for (const shots of histories) {
      await store.screenshots.addMany(owner, shots);
      const pairs = shots
        .slice(1)
        .map((after, index) => ({ after, before: shots[index] ?? after, findings, reviewedAt: undefined }));
      await store.changes.addMany(owner, pairs);
    }
    await database.run(
      `INSERT INTO captures (id, webpage_id, started_at, finished_at, outcome, phases, warnings)
       SELECT id, webpage_id, created_at, created_at, 'failed', '{}', '[]' FROM screenshots`,
    );
    if (database.engine === 'postgres') await database.run('ANALYZE');

    const chosen = histories[10]?.[50] ?? assert.fail('no capture');
    const { webpageId, createdAt } = chosen;
    const { timeline } = store;
    for (const favorites of [false, true]) {
      queries.length = 0;
      await timeline.around(owner, chosen, { reach: 5, favorites });
      await timeline.span(owner, webpageId, { around: createdAt, favorites });
      await timeline.monthsAround(owner, webpageId, { month: createdAt.slice(0, 7), favorites });
      await timeline.changeBeside(owner, webpageId, { at: createdAt, way: 'earlier' });
      await timeline.changeBeside(owner, webpageId, { at: createdAt, way: 'later' });
      await timeline.facts(owner, webpageId);
      assert.ok(queries.length >= 8);
      for (const query of queries) {
        const plan = await planOf(query);
        assert.doesNotMatch(plan, SLOW[engine.name], `${query[0]}\n${plan}`);
      }
    }
  });
});
