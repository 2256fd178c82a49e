import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Claim } from '../../src/domain/capture-schedule.ts';
import { Problem } from '../../src/domain/problem.ts';
import { openStore } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { makeCluster, makeDatabase } from '../harness/postgres.ts';
import { addPerson } from '../harness/records.ts';
import { addTracked, Clock, claimAt, shotOf } from '../harness/tracked.ts';

/** An archive on a PostgreSQL that the test can crash. */
async function makeArchive(undo: (work: () => unknown) => void) {
  const cluster = await makeCluster({ crashes: true });
  undo(() => cluster.remove());
  const store = await openStore(await makeDatabase(cluster.url));
  undo(() => store.close());
  const { owner } = await addPerson(store);
  const clock = new Clock();
  const claimNext = () => store.schedules.claim(owner, claimAt(clock));
  return {
    store,
    claimNext,
    async claimNew(): Promise<Claim> {
      const { id } = await addTracked(store, owner, { readyAt: clock.now() });
      const claim = (await claimNext()) as Claim;
      assert.equal(claim.webpageId, id);
      return claim;
    },
    shot: (claim: Claim) => shotOf(store, claim, clock.now(), clock.in(1)),
    async crash() {
      await cluster.crash();
      await cluster.start();
    },
    async checkRecordedOnce({ attempt, webpageId }: Claim) {
      const log = await store.captures.list(owner, webpageId, { before: '9999', limit: 100 });
      assert.deepEqual(
        log.map(({ id }) => id),
        [attempt],
      );
      assert.equal((await store.screenshots.state(owner, webpageId, undefined))?.count, 1);
    },
  };
}

test('a page whose lease PostgreSQL loses in a crash is claimed again, and only the second worker records its capture', async (t) => {
  const { store, claimNew, claimNext, shot, crash, checkRecordedOnce } = await makeArchive(cleanup(t));
  // PostgreSQL may have written the lease to disk before the crash. Then the test tries again.
  for (let round = 0; ; round += 1) {
    assert.ok(round < 10, 'a crash takes a lease away');
    const first = await claimNew();
    await crash();
    const second = await claimNext();
    const own = await shot(first);
    if (!second) {
      await store.captures.finish(first, own);
      await checkRecordedOnce(first);
      continue;
    }
    assert.equal(second.webpageId, first.webpageId);
    await assert.rejects(
      store.captures.finish(first, own),
      (error) => error instanceof Problem && error.kind === 'conflict',
    );
    await store.captures.finish(second, await shot(second));
    await checkRecordedOnce(second);
    return;
  }
});

test('a recorded capture survives a crash of PostgreSQL, and is not repeated', async (t) => {
  const { store, claimNew, claimNext, shot, crash, checkRecordedOnce } = await makeArchive(cleanup(t));
  const claim = await claimNew();
  await store.captures.finish(claim, await shot(claim));
  await crash();
  assert.equal(await claimNext(), undefined);
  await checkRecordedOnce(claim);
});
