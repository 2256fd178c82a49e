import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Store } from '../../src/domain/ports/store.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { ENGINES } from '../harness/engines.ts';
import { addPerson } from '../harness/records.ts';
import { addTracked } from '../harness/tracked.ts';
import { wordQuery } from '../harness/words.ts';
import { ROUNDS, seeded } from './random.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('./word-process.ts'));
const KILLS = 3 * ROUNDS;
const START = Date.parse('2026-05-03T00:00:00.000Z');
/** Longer than the lease of a capture that was killed. */
const LATER = 3_600_000;

for (const engine of ENGINES) {
  test(`passages, spans and index agree on ${engine.name} when a process is killed among its words`, async (t) => {
    const undo = cleanup(t);
    const random = seeded(t);
    const place = await engine.makeDatabase();
    undo(() => place.drop());
    await (await openStore(place.url)).close();
    const queries = await openDatabase(place.url);
    const store = storeOn(queries);
    undo(() => store.close());
    const { owner } = await addPerson(store);
    const { id } = await addTracked(store, owner, { readyAt: new Date(START) });

    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = fork(PROGRAM, [place.url, owner, id, String(START + kill * LATER)], { stdio: 'inherit' });
      await killLater(child, random.whole(150));
      // Finishes the removals of the killed process.
      while (await store.removals.dismantle(100));
      assert.deepEqual(await findings(store), []);
      const request = { after: undefined, limit: 10, spans: 100 };
      const { results } = await store.words.search(owner, wordQuery('"always there"'), request);
      assert.equal(results[0]?.spanCount, 1);
    }

    assert.notEqual((await queries.get("SELECT count(*) AS n FROM passages WHERE words LIKE 'planted%'"))?.n, 0);
    await store.trash.putWebpage(owner, id, new Date());
    await store.trash.erase(owner, id);
    while (await store.removals.dismantle(100));
    const { from, has, parameterOf } = queries.wordIndex;
    for (const word of ['plantedphrase', 'always'])
      assert.deepEqual(await queries.all(`SELECT p.id FROM ${from} WHERE ${has('$1')}`, [parameterOf([word])]), []);
    for (const table of ['passages', 'passage_spans', 'texts', 'text_runs'])
      assert.equal((await queries.get(`SELECT count(*) AS n FROM ${table}`))?.n, 0, table);
    assert.deepEqual(await findings(store), []);
  });
}

async function killLater(child: ChildProcess, milliseconds: number): Promise<void> {
  await once(child, 'message');
  await delay(milliseconds);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL']);
}

/** The findings of the doctor about words. */
async function findings(store: Store): Promise<unknown[]> {
  const found = [];
  for await (const each of store.check.compare(() => undefined)) if (each.kind.startsWith('word')) found.push(each);
  return found;
}
