import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANGE_FILTERS } from '../../src/domain/change.ts';
import { dayOf, rangeOfDay } from '../../src/domain/day.ts';
import { ORDERS } from '../../src/domain/listing.ts';
import { alteredRegion, captureAs, findingsOf } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { openExplained } from '../harness/query-plans.ts';
import { addPerson, newScreenshot, newWebpage } from '../harness/records.ts';
import { addTracked, Clock } from '../harness/tracked.ts';

/** How the query plan of each engine says that the first rows after a position are read from an index. */
const INDEXED = {
  sqlite: /SEARCH e USING INDEX changes_\w+ \(account_id=\? (AND kind=\? )?AND \(happened_at,id\)[<>]/,
  postgres:
    /Limit {2}\([^)]*\)\s+-> {2}Index Scan (Backward )?using changes_\w+ on changes e\s[^)]*\)\s+Index Cond: .*ROW\(happened_at, id\) [<>]/,
};
const WEBPAGES = {
  sqlite: /SEARCH w USING PRIMARY KEY.*SEARCH t USING PRIMARY KEY/s,
  postgres: /Index Scan using webpages_pkey on webpages [wt].*Index Scan using webpages_pkey on webpages [wt]/s,
};
const HOUR = 3_600_000;

forEachEngine((engine) => {
  test('entries are read from an index, beginning at a position', async (t) => {
    const { store, database, queries, planOf, keepsPlan } = await openExplained(t, engine);
    const { owner } = await addPerson(store);
    const clock = new Clock();
    const webpages = Array.from({ length: 500 }, () => newWebpage());
    await store.webpages.addMany(owner, webpages);
    const findings = findingsOf(alteredRegion(1, 2, 3, 4));
    const shots = webpages.flatMap(({ id }) =>
      Array.from({ length: 10 }, () => {
        clock.forward(HOUR);
        return newScreenshot(id, { createdAt: clock.now().toISOString() });
      }),
    );
    await store.screenshots.addMany(owner, shots);
    const reviewedAt = clock.now().toISOString();
    const pairs = shots
      .slice(1)
      .map((after, index) => ({ after, before: shots[index] ?? after, findings, reviewedAt }));
    await store.changes.addMany(owner, pairs);
    for (let n = 0; n < 50; n += 1) {
      const { id } = await addTracked(store, owner, { readyAt: clock.now() });
      await captureAs(store, owner, id, { at: clock.now() });
      clock.forward(HOUR);
      await captureAs(store, owner, id, { at: clock.now() });
      clock.forward(HOUR);
      await captureAs(store, owner, id, { at: clock.now(), failing: 'No.' });
      if (n > 25) await store.changes.reviewIn(owner, rangeOfDay(dayOf(clock.now(), 'UTC'), 'UTC'), clock.now());
    }
    if (database.engine === 'postgres') await database.run('ANALYZE');

    const middle = { at: clock.in(-50 * HOUR).toISOString(), id: '' };
    for (const filter of CHANGE_FILTERS) {
      for (const order of ORDERS) {
        queries.length = 0;
        const request = { filter, order, from: middle, site: undefined, keyword: undefined, limit: 20 };
        const entries = await store.changes.entries(owner, request);
        assert.equal(entries.length, 20, `${filter} ${order}`);
        // Other filters have few entries here, of which PostgreSQL counts those after the position.
        if (filter === 'all') assert.ok(await keepsPlan(queries[0]), order);
        const plan = await planOf(queries[0]);
        assert.match(plan, INDEXED[engine.name], `${filter} ${order}`);
        assert.match(plan, WEBPAGES[engine.name]);
      }
    }
  });
});
