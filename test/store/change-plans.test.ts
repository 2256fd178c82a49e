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
  sqlite: /SEARCH e USING (COVERING )?INDEX changes_\w+ \(account_id=\? (AND kind=\? )?AND \(happened_at,id\)[<>]/,
  postgres:
    /Limit {2}\([^)]*\)\s+-> {2}Index (Only )?Scan (Backward )?using changes_\w+ on changes e\w*\s[^)]*\)\s+Index Cond: .*ROW\(happened_at, id\) [<>]/,
};
const WEBPAGES = {
  sqlite: /SEARCH w USING PRIMARY KEY.*SEARCH t USING PRIMARY KEY/s,
  postgres: /Index Scan using webpages_pkey on webpages [wt].*Index Scan using webpages_pkey on webpages [wt]/s,
};
/** The same for a step that reads nothing but the index, to find the entries of few webpages. */
const INDEX_ONLY = {
  sqlite: /SEARCH e USING COVERING INDEX changes_(by|reviewed)/,
  postgres: /Index Only Scan (Backward )?using changes_(by|reviewed)/,
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
    // As autovacuum does. Otherwise no index spares PostgreSQL the look at the rows.
    if (database.engine === 'postgres') await database.run('VACUUM (ANALYZE)');

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

    for (const filter of CHANGE_FILTERS.filter((each) => each !== 'failing')) {
      queries.length = 0;
      const site = webpages[7]?.groupName;
      const narrow = { filter, order: 'desc', from: undefined, site, keyword: undefined, limit: 20 } as const;
      await store.changes.entries(owner, narrow);
      const step = queries.find(([sql]) => sql.includes('FROM changes e'));
      assert.match(await planOf(step), INDEX_ONLY[engine.name], filter);
    }

    queries.length = 0;
    const day = dayOf(middle.at, 'UTC');
    assert.equal((await store.changes.days(owner, { from: day, to: day, timeZone: 'UTC' })).length, 1);
    const counted = queries.find(([sql]) => sql.includes('GROUP BY first.place'));
    assert.match(await planOf(counted), INDEX_ONLY[engine.name]);
  });
});
