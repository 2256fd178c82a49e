import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { insertMany } from '../../src/store/engine/insert.ts';
import { alteredRegion, findingsOf } from '../harness/changes.ts';
import { forEachEngine } from '../harness/engines.ts';
import { openExplained } from '../harness/query-plans.ts';
import { addPerson, addWebpage, newScreenshot } from '../harness/records.ts';

/** How the query plan of each engine says that rows are found by the ids of screenshots. */
const PLANS = {
  sqlite: [
    /SEARCH s USING (INDEX \w+|PRIMARY KEY) \(id=\?\)[\s\S]*SEARCH c USING INDEX captures_by_screenshot/,
    /SEARCH e USING (INDEX \w+|PRIMARY KEY) \(id=\?\)/,
  ],
  postgres: [
    /screenshots_pkey[\s\S]*captures_by_screenshot|captures_by_screenshot[\s\S]*screenshots_pkey/,
    /changes_pkey/,
  ],
};
/** The same for a screenshot with what is known about it. */
const ONE = {
  sqlite: [/SEARCH t USING (INDEX \w+|PRIMARY KEY) \(id=\?\)/, /captures_by_screenshot/, /SEARCH e .*\(id=\?\)/],
  postgres: [/screenshots_pkey/, /captures_by_screenshot/, /changes_pkey/],
};
const SCANNED = { sqlite: /SCAN/, postgres: /Seq Scan|captures_by_start/ };
const findings = findingsOf(alteredRegion(1, 2, 3, 4));

forEachEngine((engine) => {
  test('what is known about screenshots is found by their ids, not among all captures of the webpage', async (t) => {
    const { store, database, queries, planOf, keepsPlan } = await openExplained(t, engine);
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    const shots = Array.from({ length: 1_000 }, () => newScreenshot(id));
    const ids = shots.map((shot) => shot.id);
    await store.screenshots.addMany(owner, shots);
    await store.changes.addMany(
      owner,
      shots.slice(1).map((after, index) => ({ after, before: shots[index] ?? after, findings, reviewedAt: undefined })),
    );
    await insertMany(
      database,
      'captures',
      ['id', 'webpage_id', 'started_at', 'finished_at', 'outcome', 'screenshot_id', 'phases', 'warnings'],
      shots.map((shot) => [randomUUIDv7(), id, shot.createdAt, shot.createdAt, 'shot', shot.id, '{}', '[]']),
    );
    if (database.engine === 'postgres') await database.run('ANALYZE');

    queries.length = 0;
    const { id: last = '' } = shots.at(-1) ?? {};
    assert.equal((await store.captures.screenshot(owner, id, last))?.known.comparison?.beforeId, shots.at(-2)?.id);
    const [query, ...more] = queries;
    assert.deepEqual(more, []);
    const plan = await planOf(query);
    for (const expected of ONE[engine.name]) assert.match(plan, expected);
    assert.doesNotMatch(plan.replaceAll(/.*(Seq Scan on|SCAN) (webpages )?w\b.*/g, ''), SCANNED[engine.name]);
    assert.ok(await keepsPlan(query));

    queries.length = 0;
    assert.equal((await store.captures.knowledgeOf(owner, id, ids.slice(-20))).size, 20);
    assert.equal((await store.changes.ofCaptures(owner, id, ids.slice(-20))).size, 20);
    for (const [index, query] of queries.filter(([sql]) => sql.includes(' IN (')).entries()) {
      const plan = await planOf(query);
      assert.match(plan, PLANS[engine.name][index] ?? assert.fail('more queries than expected'));
      assert.doesNotMatch(plan.replaceAll(/.*(Seq Scan on|SCAN) (webpages )?w\b.*/g, ''), SCANNED[engine.name]);
    }
  });
});
