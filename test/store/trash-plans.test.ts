import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../harness/engines.ts';
import { openExplained } from '../harness/query-plans.ts';
import { addPerson, newScreenshot, newWebpage } from '../harness/records.ts';

/** Reads all rows of a table. */
const SLOW = {
  sqlite: /SCAN (?!CONSTANT)|TEMP B-TREE FOR ORDER BY/,
  postgres: /Seq Scan on (pictures|screenshots|webpages|trashed_screenshots)/,
};

forEachEngine((engine) => {
  test('an image, an entry of the trash, and what the sweeper erases are found by indexes', async (t) => {
    const { store, database, queries, planOf } = await openExplained(t, engine);
    const { owner } = await addPerson(store);
    const webpages = Array.from({ length: 2000 }, () => newWebpage());
    await store.webpages.addMany(owner, webpages);
    const shots = webpages.map(({ id }) => newScreenshot(id));
    await store.screenshots.addMany(owner, shots);
    for (const [index, { id }] of webpages.slice(0, 20).entries()) {
      await store.trash.putWebpage(owner, id, new Date(index));
      const shot = shots[index + 20];
      if (shot) await store.trash.putCapture(owner, shot, new Date(index));
    }
    if (database.engine === 'postgres') await database.run('ANALYZE');

    queries.length = 0;
    assert.equal((await store.trash.image(shots[0]?.picture.contentKey ?? '')).hidden, true);
    assert.equal((await store.trash.image(shots[100]?.picture.thumbnailKey ?? '')).hidden, false);
    await store.trash.find(owner, webpages[0]?.id ?? '');
    assert.equal(await store.trash.eraseBefore(new Date(0), 100), 0);
    while (await store.removals.dismantle(100));
    assert.ok(queries.length >= 6);
    for (const query of queries) {
      const plan = await planOf(query);
      // The few rows of the trash may be read as a whole.
      const known = plan.replace(/Seq Scan on trashed_screenshots/g, '').replace(/SCAN trashed_screenshots/g, '');
      assert.doesNotMatch(known, SLOW[engine.name], `${query[0]}\n${plan}`);
    }
  });
});
