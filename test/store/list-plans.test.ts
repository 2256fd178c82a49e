import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORDERS, WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import { forEachEngine } from '../harness/engines.ts';
import { openExplained } from '../harness/query-plans.ts';
import { addPerson, newWebpage } from '../harness/records.ts';

/** How the query plan of each engine names the use of an index, and sorting. */
const INDEXED = {
  sqlite: /USING (COVERING )?INDEX webpages_by_/,
  postgres: /Index (Only )?Scan (Backward )?using webpages_by_/,
};
const SORTED = { sqlite: /TEMP B-TREE/, postgres: /Sort/ };

forEachEngine((engine) => {
  test('every sort order of webpages is read from its index without sorting', async (t) => {
    const { store, queries, planOf, keepsPlan } = await openExplained(t, engine);
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
        const query = queries.pop();
        // All test webpages are of one group, so the plan of that order depends on the position.
        if (sort !== 'isPartOf.name') assert.ok(await keepsPlan(query), `${sort} ${order}`);
        const plan = await planOf(query);
        assert.match(plan, INDEXED[engine.name], `${sort} ${order}`);
        assert.doesNotMatch(plan, SORTED[engine.name]);
      }
    }
  });

  test('the views of pages are found by their addresses', async (t) => {
    const { store, queries, planOf } = await openExplained(t, engine);
    const { owner } = await addPerson(store);
    const added = Array.from({ length: 3_000 }, () => newWebpage());
    await store.webpages.addMany(owner, added);
    await store.webpages.settle(owner);
    const urls = added.slice(0, 48).map(({ url }) => url);
    assert.equal((await store.gallery.views(owner, urls)).size, new Set(urls).size);
    assert.match(await planOf(queries.pop()), /webpages_by_url/);
    const [again] = added;
    await store.webpages.addMany(owner, again ? [newWebpage({ url: again.url })] : []);
    await store.webpages.settle(owner);
    assert.deepEqual([...(await store.gallery.severalViews(owner, urls)).keys()], [again?.url]);
    const plan = await planOf(queries.pop());
    assert.match(plan, /webpages_by_url/);
    assert.doesNotMatch(plan, /(Seq Scan on|SCAN) webpages/);
  });
});
