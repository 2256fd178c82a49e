import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Claim } from '../../src/domain/capture-schedule.ts';
import { deadLeaseExpiry } from '../../src/work/dead-leases.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson } from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked, Clock, claimAt, LEASE_MS } from '../harness/tracked.ts';

const HOUR_MS = 3_600_000;

forEachEngine((engine) => {
  const store = useStore(engine);

  /** A page that a worker has whose clock is wrong by so much, and another worker that looks every third of a lease. */
  async function oneHeld(wrongBy: number) {
    const clock = new Clock();
    const theirs = new Clock(clock.in(wrongBy).toISOString());
    const { owner } = await addPerson(store);
    const webpage = await addTracked(store, owner, { readyAt: theirs.in(-1) });
    const claim = (await store.schedules.claim(owner, claimAt(theirs))) as Claim;
    assert.equal(claim.webpageId, webpage.id);
    let passed = 0;
    const letGo = deadLeaseExpiry({
      schedules: store.schedules,
      leaseMs: LEASE_MS,
      now: clock.now,
      monotonic: () => passed,
    });
    const look = async () => {
      passed += LEASE_MS / 3;
      for (const each of [clock, theirs]) each.forward(LEASE_MS / 3);
      await letGo();
      return (await store.schedules.claim(owner, claimAt(clock)))?.webpageId;
    };
    const renew = () => store.schedules.renew([claim.attempt], theirs.in(LEASE_MS));
    return { clock, owner, webpage, look, renew };
  }

  test('the page of a worker that was killed while its clock was ahead goes to another after the duration of a lease', async () => {
    const { webpage, look } = await oneHeld(30 * HOUR_MS);
    assert.deepEqual([await look(), await look(), await look()], [undefined, undefined, undefined]);
    assert.equal(await look(), webpage.id);
  });

  test('a live worker whose clock is ahead keeps its page', async () => {
    const { webpage, look, renew } = await oneHeld(30 * HOUR_MS);
    for (let looks = 0; looks < 9; looks += 1) {
      assert.equal(await renew(), 1);
      assert.equal(await look(), undefined);
    }
    assert.deepEqual([await look(), await look()], [undefined, undefined]);
    assert.equal(await look(), webpage.id);
  });

  test('a worker whose clock is behind takes no page from a worker with the right time', async () => {
    // To the one who looks, the other is ahead.
    const { look, renew } = await oneHeld(3 * HOUR_MS);
    for (let looks = 0; looks < 9; looks += 1) {
      await renew();
      assert.equal(await look(), undefined);
    }
  });

  test('a lease with a plausible end does not expire early', async () => {
    const { look } = await oneHeld(HOUR_MS - LEASE_MS);
    for (let looks = 0; looks < 9; looks += 1) assert.equal(await look(), undefined);
  });

  test('a lease that was renewed since it was read does not expire', async () => {
    const { clock, owner, webpage } = await oneHeld(30 * HOUR_MS);
    const leases = await store.schedules.leasesBeyond(clock.in(HOUR_MS));
    assert.ok(leases.length > 0);
    await store.schedules.renew(
      leases.map(({ attempt }) => attempt),
      clock.in(40 * HOUR_MS),
    );
    for (const lease of leases) await store.schedules.expire(lease, clock.now());
    assert.deepEqual((await store.schedules.find(owner, webpage.id, clock.now()))?.state, { kind: 'capturing' });
  });

  test('a paused page goes to another worker too, which completes the capture', async () => {
    const { owner, webpage, look } = await oneHeld(30 * HOUR_MS);
    await store.schedules.pause(owner, webpage.id);
    for (let looks = 0; looks < 3; looks += 1) assert.equal(await look(), undefined);
    assert.equal(await look(), webpage.id);
  });
});
