import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import type { Claim } from '../../src/domain/capture-schedule.ts';
import { Problem } from '../../src/domain/problem.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addWebpage, newPicture } from '../harness/records.ts';
import { useStore } from '../harness/stores.ts';
import { addTracked, Clock, claimAt, DAILY, failureOf, LEASE_MS, shotOf } from '../harness/tracked.ts';

const isProblem = (kind: Problem['kind']) => (error: unknown) => error instanceof Problem && error.kind === kind;

forEachEngine((engine) => {
  const store = useStore(engine);

  /** A person with one webpage that is due now. */
  async function oneDue() {
    const clock = new Clock();
    const { owner } = await addPerson(store);
    const webpage = await addTracked(store, owner, { readyAt: clock.now() });
    return { clock, owner, webpage };
  }

  async function oneClaimed() {
    const { clock, owner, webpage } = await oneDue();
    const claim = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    assert.equal(claim.webpageId, webpage.id);
    return { clock, owner, webpage, claim };
  }

  const stateOf = async (owner: string, webpageId: string, now: Date) =>
    (await store.schedules.find(owner, webpageId, now))?.state;
  const logOf = (owner: string, webpageId: string) =>
    store.captures.list(owner, webpageId, { before: '9999', limit: 100 });
  const countOf = async (owner: string, webpageId: string) =>
    (await store.screenshots.state(owner, webpageId, undefined))?.count;

  test('a claim contains everything that the capture of its page needs', async () => {
    const { owner, webpage, claim } = await oneClaimed();
    const { attempt, ...rest } = claim;
    assert.match(attempt, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      owner,
      webpageId: webpage.id,
      url: webpage.url,
      schedule: 'daily',
      timeZone: 'UTC',
      options: DAILY.options,
      sealedSecrets: undefined,
      failures: 0,
      failingSince: undefined,
      title: undefined,
      ignoredSelectors: [],
      countedDay: undefined,
      interrupted: undefined,
    });
  });

  test('a page is claimed when it is due and not before', async () => {
    const clock = new Clock();
    const { owner } = await addPerson(store);
    const webpage = await addTracked(store, owner, { readyAt: clock.in(1) });
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
    assert.ok(!(await store.schedules.dueOwners(clock.now())).includes(owner));
    clock.forward(1);
    assert.ok((await store.schedules.dueOwners(clock.now())).includes(owner));
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.webpageId, webpage.id);
  });

  test('pages are claimed in the order in which they became due', async () => {
    const clock = new Clock();
    const { owner } = await addPerson(store);
    const late = await addTracked(store, owner, { readyAt: clock.in(-1) });
    const early = await addTracked(store, owner, { readyAt: clock.in(-2) });
    const claimed = [
      await store.schedules.claim(owner, claimAt(clock)),
      await store.schedules.claim(owner, claimAt(clock)),
    ].map((claim) => claim?.webpageId);
    assert.deepEqual(claimed, [early.id, late.id]);
  });

  test('an owner never gets a page of another owner', async () => {
    const { clock, webpage } = await oneDue();
    const { owner: stranger } = await addPerson(store);
    assert.equal(await store.schedules.claim(stranger, claimAt(clock)), undefined);
    await assert.rejects(store.schedules.claimOne(stranger, webpage.id, claimAt(clock)), isProblem('not-found'));
    await assert.rejects(store.schedules.pause(stranger, webpage.id), isProblem('not-found'));
    await assert.rejects(
      store.schedules.start(stranger, webpage.id, DAILY, { now: clock.now(), readyAt: clock.now() }),
      isProblem('not-found'),
    );
  });

  test('no other worker gets a claimed page until the lease ends', async () => {
    const { clock, owner, webpage } = await oneClaimed();
    clock.forward(LEASE_MS - 1);
    assert.deepEqual(await stateOf(owner, webpage.id, clock.now()), { kind: 'capturing' });
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
    assert.equal(await store.schedules.claimOne(owner, webpage.id, claimAt(clock)), undefined);
  });

  test('the page of a dead worker goes to another when the lease ends', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    clock.forward(LEASE_MS);
    const second = await store.schedules.claim(owner, claimAt(clock));
    assert.equal(second?.webpageId, webpage.id);
    assert.notEqual(second?.attempt, claim.attempt);
  });

  test('the attempt of a dead worker is logged as interrupted, and so is the next', async () => {
    const { clock, owner, webpage } = await oneClaimed();
    clock.forward(LEASE_MS);
    const leaseEnd = clock.now().toISOString();
    const second = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    assert.equal(second.interrupted, 'once');
    const [logged, ...others] = await logOf(owner, webpage.id);
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(logged, {
      finishedAt: leaseEnd,
      outcome: 'failed',
      reason: 'interrupted',
    });

    clock.forward(LEASE_MS);
    const third = (await store.schedules.claimOne(owner, webpage.id, claimAt(clock))) as Claim;
    assert.equal(third.interrupted, 'again');
    const reasons = (await logOf(owner, webpage.id)).map(({ reason }) => reason);
    assert.deepEqual(reasons, ['interrupted', 'interrupted']);

    await store.captures.finish(third, await shotOf(store, third, clock.now(), clock.in(1)));
    clock.forward(1);
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.interrupted, undefined);
  });

  test('a renewed lease continues, and a lost lease is not renewed', async () => {
    const { clock, owner, claim } = await oneClaimed();
    clock.forward(LEASE_MS - 1);
    assert.equal(await store.schedules.renew([claim.attempt], clock.in(LEASE_MS)), 1);
    clock.forward(LEASE_MS - 1);
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
    clock.forward(1);
    assert.ok(await store.schedules.claim(owner, claimAt(clock)));
    assert.equal(await store.schedules.renew([claim.attempt], clock.in(LEASE_MS)), 0);
  });

  test('a worker that lost its lease records nothing, and the next worker does', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    clock.forward(LEASE_MS);
    const second = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    const finish = await shotOf(store, claim, clock.now(), clock.in(1));
    const { contentKey, thumbnailKey } = finish.shot?.screenshot.picture ?? newPicture();
    await assert.rejects(store.captures.finish(claim, finish), isProblem('conflict'));
    assert.equal(await countOf(owner, webpage.id), 0);
    const [cutOff, ...others] = await logOf(owner, webpage.id);
    assert.deepEqual([cutOff?.reason, others], ['interrupted', []]);
    const due = await store.removals.due(clock.in(1), 1_000);
    assert.deepEqual([due.includes(contentKey), due.includes(thumbnailKey)], [true, true]);

    await store.captures.finish(second, await shotOf(store, second, clock.now(), clock.in(5)));
    assert.equal(await countOf(owner, webpage.id), 1);
    assert.deepEqual(
      new Set((await logOf(owner, webpage.id)).map(({ id }) => id)),
      new Set([cutOff?.id, second.attempt]),
    );
    assert.deepEqual(await stateOf(owner, webpage.id, clock.now()), {
      kind: 'waiting',
      nextAt: clock.in(5).toISOString(),
      queued: false,
      failing: undefined,
    });
  });

  test('releasing a lost lease changes nothing', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    clock.forward(LEASE_MS);
    await store.schedules.claim(owner, claimAt(clock));
    await store.schedules.release(claim.attempt, clock.now());
    assert.deepEqual(await stateOf(owner, webpage.id, clock.now()), { kind: 'capturing' });
  });

  test('a released page can be claimed at once', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.schedules.release(claim.attempt, clock.now());
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.webpageId, webpage.id);
    assert.deepEqual(await logOf(owner, webpage.id), []);
  });

  test('a failed attempt records since when and why the page fails, and a successful one clears both', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.captures.finish(claim, failureOf(claim, clock.now(), clock.in(10)));
    const failing = { since: clock.now().toISOString(), because: 'There is no such host.', failures: 1 };
    assert.deepEqual(await stateOf(owner, webpage.id, clock.now()), {
      kind: 'waiting',
      nextAt: clock.in(10).toISOString(),
      queued: false,
      failing,
    });
    clock.forward(10);
    const second = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    assert.deepEqual([second.failures, second.failingSince], [1, failing.since]);
    await store.captures.finish(second, await shotOf(store, second, clock.now(), clock.in(10)));
    const state = await stateOf(owner, webpage.id, clock.now());
    assert.ok(state?.kind === 'waiting' && state.failing === undefined);
    assert.deepEqual(
      (await logOf(owner, webpage.id)).map(({ outcome, reason }) => [outcome, reason]),
      [
        ['shot', undefined],
        ['failed', 'dns'],
      ],
    );
  });

  test('a paused page is not captured until it is resumed', async () => {
    const { clock, owner, webpage } = await oneDue();
    await store.schedules.pause(owner, webpage.id);
    assert.deepEqual(await stateOf(owner, webpage.id, clock.now()), { kind: 'paused', failing: undefined });
    clock.forward(1_000_000);
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
    await store.schedules.resume(owner, webpage.id, clock.in(5));
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
    clock.forward(5);
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.webpageId, webpage.id);
  });

  test('a page that is paused during its capture keeps the picture and is paused afterwards', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.schedules.pause(owner, webpage.id);
    assert.deepEqual(await stateOf(owner, webpage.id, clock.now()), { kind: 'capturing' });
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(5)));
    assert.equal(await countOf(owner, webpage.id), 1);
    assert.deepEqual(await stateOf(owner, webpage.id, clock.now()), { kind: 'paused', failing: undefined });
  });

  test('a request captures a paused page once, and it stays paused', async () => {
    const { clock, owner, webpage } = await oneDue();
    await store.schedules.pause(owner, webpage.id);
    await store.schedules.request(owner, webpage.id, clock.now());
    const claim = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(5)));
    clock.forward(10);
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
  });

  test('a requested page is due at once, and no other worker gets it during its capture', async () => {
    const clock = new Clock();
    const { owner } = await addPerson(store);
    const webpage = await addTracked(store, owner, { readyAt: clock.in(1_000_000) });
    await store.schedules.request(owner, webpage.id, clock.now());
    assert.ok(await store.schedules.claim(owner, claimAt(clock)));
    await store.schedules.request(owner, webpage.id, clock.now());
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
  });

  test('a page that is requested during its capture is captured once more, and then when it is due', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.schedules.request(owner, webpage.id, clock.now());
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(1_000_000)));
    clock.forward(1_000);
    const again = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    assert.equal(again.webpageId, webpage.id);
    await store.captures.finish(again, failureOf(again, clock.now(), clock.in(1_000_000)));
    clock.forward(1_000);
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
  });

  test('a paused page that is requested during its capture is captured once more, and stays paused', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.schedules.pause(owner, webpage.id);
    await store.schedules.request(owner, webpage.id, clock.now());
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(5)));
    clock.forward(1_000);
    const again = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    await store.captures.finish(again, failureOf(again, clock.now(), clock.in(5)));
    assert.equal((await stateOf(owner, webpage.id, clock.now()))?.kind, 'paused');
  });

  test('a page that is requested and then paused during its capture is not captured again', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.schedules.request(owner, webpage.id, clock.now());
    await store.schedules.pause(owner, webpage.id);
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(5)));
    assert.equal((await stateOf(owner, webpage.id, clock.now()))?.kind, 'paused');
  });

  test('a paused page that was requested stays due at once when it is resumed', async () => {
    const { clock, owner, webpage } = await oneDue();
    await store.schedules.pause(owner, webpage.id);
    await store.schedules.request(owner, webpage.id, clock.now());
    await store.schedules.resume(owner, webpage.id, clock.in(1_000_000));
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.webpageId, webpage.id);
  });

  test('a request survives a lease that expired before its worker finished', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    clock.forward(LEASE_MS);
    await store.schedules.request(owner, webpage.id, clock.now());
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(1_000_000)));
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.webpageId, webpage.id);
  });

  test('a paused page that was requested goes to another worker when the first one releases it', async () => {
    const { clock, owner, webpage } = await oneDue();
    await store.schedules.pause(owner, webpage.id);
    await store.schedules.request(owner, webpage.id, clock.now());
    const claim = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    await store.schedules.release(claim.attempt, clock.now());
    clock.forward(1_000);
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.webpageId, webpage.id);
  });

  test('a page whose options change during its capture is captured with the new options at once', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.schedules.start(
      owner,
      webpage.id,
      { ...DAILY, schedule: 'hourly' },
      { now: clock.now(), readyAt: clock.in(5) },
    );
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(1_000_000)));
    clock.forward(1_000);
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.schedule, 'hourly');
  });

  /** Changes the schedule to one by which the page is due much later. */
  const trackWeekly = (owner: string, webpageId: string, clock: Clock) =>
    store.schedules.start(
      owner,
      webpageId,
      { ...DAILY, schedule: 'weekly' },
      { now: clock.now(), readyAt: clock.in(1_000_000) },
    );

  test('a due page stays due when its schedule changes', async () => {
    const { clock, owner, webpage } = await oneDue();
    await trackWeekly(owner, webpage.id, clock);
    const claim = (await store.schedules.claim(owner, claimAt(clock))) as Claim;
    assert.equal(claim.schedule, 'weekly');
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(500)));
    await store.schedules.request(owner, webpage.id, clock.now());
    await trackWeekly(owner, webpage.id, clock);
    assert.ok(await store.schedules.claim(owner, claimAt(clock)), 'also one that was asked for');
  });

  test('a captured page is next due by its new schedule', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.in(500)));
    await trackWeekly(owner, webpage.id, clock);
    clock.forward(500);
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
    clock.forward(1_000_000);
    assert.ok(await store.schedules.claim(owner, claimAt(clock)));
  });

  test('a change of schedule does not delay a retry', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.captures.finish(claim, failureOf(claim, clock.now(), clock.in(500)));
    await trackWeekly(owner, webpage.id, clock);
    clock.forward(500);
    assert.ok(await store.schedules.claim(owner, claimAt(clock)));
  });

  test('a page keeps its place in the queue of its site when its schedule changes', async () => {
    const { clock, owner, webpage } = await oneDue();
    const politeness = { atOnce: 2, pauseMs: 500 };
    const other = await addTracked(store, owner, { url: webpage.url, readyAt: clock.in(-1) });
    assert.equal((await store.schedules.claim(owner, claimAt(clock, politeness)))?.webpageId, other.id);
    assert.equal(await store.schedules.claim(owner, claimAt(clock, politeness)), undefined);
    await trackWeekly(owner, webpage.id, clock);
    clock.forward(500);
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.webpageId, webpage.id);
  });

  test('a change of schedule does not make a paused page due', async () => {
    const { clock, owner, webpage } = await oneDue();
    await store.schedules.pause(owner, webpage.id);
    await trackWeekly(owner, webpage.id, clock);
    clock.forward(2_000_000);
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
  });

  test('a change of schedule keeps a lease and a pause', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.schedules.start(
      owner,
      webpage.id,
      { ...DAILY, schedule: 'weekly' },
      { now: clock.now(), readyAt: clock.now() },
    );
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
    await store.schedules.pause(owner, webpage.id);
    await store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.now()));
    await store.schedules.start(owner, webpage.id, DAILY, { now: clock.now(), readyAt: clock.now() });
    assert.equal(await store.schedules.claim(owner, claimAt(clock)), undefined);
  });

  test('a page without a schedule cannot be paused, resumed, requested or claimed', async () => {
    const clock = new Clock();
    const { owner } = await addPerson(store);
    const { id } = await addWebpage(store, owner);
    await assert.rejects(store.schedules.pause(owner, id), isProblem('not-found'));
    await assert.rejects(store.schedules.resume(owner, id, clock.now()), isProblem('not-found'));
    await assert.rejects(store.schedules.request(owner, id, clock.now()), isProblem('not-found'));
    await assert.rejects(store.schedules.claimOne(owner, id, claimAt(clock)), isProblem('not-found'));
    assert.equal(await store.schedules.find(owner, id, clock.now()), undefined);
    assert.equal(await store.schedules.find(owner, randomUUIDv7(), clock.now()), undefined);
  });

  test('only a claim contains the encrypted secrets', async () => {
    const clock = new Clock();
    const { owner } = await addPerson(store);
    const plain = await addTracked(store, owner, { readyAt: clock.in(1) });
    const sealed = await addTracked(store, owner, {
      readyAt: clock.now(),
      draft: { ...DAILY, sealedSecrets: 'sealed text' },
    });
    assert.equal((await store.schedules.claim(owner, claimAt(clock)))?.sealedSecrets, 'sealed text');
    assert.equal(await store.schedules.secrets(owner, sealed.id), 'sealed text');
    assert.equal(await store.schedules.secrets(owner, plain.id), undefined);
    const schedule = await store.schedules.find(owner, sealed.id, clock.now());
    assert.equal(schedule?.hasSecrets, true);
    assert.doesNotMatch(JSON.stringify(schedule), /sealed text/);
  });

  test('the capture of a page that is deleted meanwhile is not recorded', async () => {
    const { clock, owner, webpage, claim } = await oneClaimed();
    await store.webpages.remove(owner, webpage.id);
    await assert.rejects(
      store.captures.finish(claim, await shotOf(store, claim, clock.now(), clock.now())),
      isProblem('not-found'),
    );
    await assert.rejects(
      store.captures.finish(claim, failureOf(claim, clock.now(), clock.now())),
      isProblem('not-found'),
    );
    assert.equal(await store.schedules.renew([claim.attempt], clock.in(LEASE_MS)), 0);
    while (await store.removals.dismantle(100));
    assert.deepEqual(await logOf(owner, webpage.id), []);
  });
});
