import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARCHIVE_SORTS } from '../../src/domain/archive.ts';
import { forEachEngine } from '../harness/engines.ts';
import { openExplained } from '../harness/query-plans.ts';
import { addPerson, newWebpage } from '../harness/records.ts';

/** How the query plan of each engine names the use of an index from a position on, and sorting. */
const FROM_POSITION = {
  sqlite: /USING (COVERING )?INDEX webpages_by_\w+ \(account_id=\? AND .*[<>]/,
  postgres: /Index Scan (Backward )?using webpages_by_\w+ [\s\S]*Index Cond: .*ROW\(/,
};
const SORTED = { sqlite: /TEMP B-TREE/, postgres: /Sort/ };

forEachEngine((engine) => {
  test('every order of the archive is read from a position in an index, without sorting', async (t) => {
    const { store, queries, planOf } = await openExplained(t, engine);
    const { owner } = await addPerson(store);
    await store.webpages.addMany(
      owner,
      Array.from({ length: 3_000 }, () => newWebpage()),
    );
    await store.webpages.settle(owner);

    for (const sort of ARCHIVE_SORTS) {
      for (const way of ['after', 'before'] as const) {
        const start = await store.gallery.slice(owner, { sort, from: undefined, way, limit: 1000 });
        const from = way === 'after' ? start.next : start.previous;
        assert.ok(from);
        assert.equal((await store.gallery.slice(owner, { sort, from, way, limit: 48 })).webpages.length, 48);
        const plan = await planOf(queries.at(-1));
        assert.match(plan, FROM_POSITION[engine.name], `${sort} ${way}`);
        assert.doesNotMatch(plan, SORTED[engine.name]);
      }
    }
  });

  test('what one visitor has found is not read again for the next', async (t) => {
    const { store, queries } = await openExplained(t, engine);
    const { owner } = await addPerson(store);
    await store.webpages.add(owner, newWebpage({ keywords: ['news'] }));
    const state = await store.webpages.state(owner);
    const visit = async (address: string) => {
      queries.length = 0;
      const { gallery } = store.by({ via: 'web', account: owner, address });
      const filter = { words: ['example'], site: undefined, keyword: undefined, status: undefined };
      const found = [
        await gallery.sites(owner, state, 10),
        await gallery.keywords(owner, state, 10),
        await gallery.find(owner, state, { filter, sort: 'name', changedSince: '', page: 1, limit: 10 }),
      ];
      return { found, reads: queries.length };
    };

    const first = await visit('192.0.2.1');
    const second = await visit('192.0.2.2');

    assert.deepEqual(second.found, first.found);
    assert.ok(first.reads > 3);
    assert.equal(second.reads, 1, 'only the found webpages themselves');
  });
});
