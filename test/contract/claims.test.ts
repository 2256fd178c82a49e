import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Claim, Politeness } from '../../src/domain/capture-schedule.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, newWebpage } from '../harness/records.ts';
import { useStores } from '../harness/stores.ts';
import { addTracked, Clock, claimAt, DAILY, failureOf, IMPOLITE, newSite } from '../harness/tracked.ts';

const POLITE: Politeness = { atOnce: 2, pauseMs: 1_000 };
const DAY_MS = 86_400_000;

interface Visit {
  readonly webpageId: string;
  readonly begin: number;
  readonly end: number;
}

/** Workers that claim and finish captures, on a clock that the test sets. */
async function work(
  stores: readonly Store[],
  { owner, clock, politeness = POLITE, takesMs = 0, forMs, stepMs = 250 }: Work,
): Promise<Visit[]> {
  const visits: Visit[] = [];
  const underWay = new Map<number, (() => Promise<void>)[]>();
  for (let passed = 0; passed <= forMs; passed += stepMs, clock.forward(stepMs)) {
    for (const [end, finishes] of underWay) {
      if (end > clock.now().getTime()) continue;
      underWay.delete(end);
      for (const finish of finishes) await finish();
    }
    for (const store of stores) {
      const claim = await store.schedules.claim(owner, claimAt(clock, politeness));
      if (!claim) continue;
      const begin = clock.now().getTime();
      const end = begin + takesMs;
      visits.push({ webpageId: claim.webpageId, begin, end });
      const finish = () => store.captures.finish(claim, failureOf(claim, clock.now(), clock.in(DAY_MS)));
      underWay.set(end, [...(underWay.get(end) ?? []), finish]);
    }
  }
  return visits;
}

interface Work {
  readonly owner: string;
  readonly clock: Clock;
  readonly politeness?: Politeness;
  readonly takesMs?: number;
  readonly forMs: number;
  readonly stepMs?: number;
}

function assertPolite(visits: readonly Visit[], { atOnce, pauseMs }: Politeness): void {
  const begins = visits.map(({ begin }) => begin).toSorted((a, b) => a - b);
  const gaps = begins.slice(1).map((begin, index) => begin - (begins[index] ?? 0));
  assert.deepEqual(
    gaps.filter((gap) => gap < pauseMs),
    [],
  );
  for (const { begin } of visits) {
    const meanwhile = visits.filter((other) => other.begin <= begin && begin < other.end);
    assert.ok(meanwhile.length <= atOnce, `${meanwhile.length} visits at once`);
  }
}

forEachEngine((engine) => {
  const stores = useStores(engine, 4);

  async function someone() {
    const [store] = stores;
    assert.ok(store);
    return { store, clock: new Clock(), owner: (await addPerson(store)).owner };
  }

  async function addPages(store: Store, owner: string, urls: readonly string[], readyAt: Date): Promise<string[]> {
    const webpages = urls.map((url) => newWebpage({ url }));
    await store.transaction(async (tx) => {
      await tx.webpages.addMany(owner, webpages);
      await Promise.all(webpages.map(({ id }) => tx.schedules.start(owner, id, DAILY, { now: readyAt, readyAt })));
    });
    return webpages.map(({ id }) => id);
  }

  const pagesOf = (site: string, count: number) => Array.from({ length: count }, (_, n) => `${site}${n}`);

  describe('concurrent workers', () => {
    test('claim each page once', async () => {
      const { store, clock, owner } = await someone();
      const urls = Array.from({ length: 60 }, newSite);
      const due = await addPages(store, owner, urls, clock.now());
      const claimAll = async (by: Store) => {
        const taken: string[] = [];
        while ((await by.schedules.dueOwners(clock.now())).includes(owner)) {
          const claim = await by.schedules.claim(owner, claimAt(clock));
          if (claim) taken.push(claim.webpageId);
        }
        return taken;
      };
      const taken = await Promise.all(stores.map(claimAll));
      assert.deepEqual(taken.flat().toSorted(), due.toSorted());
    });

    test('never visit a site at the same time, in whatever order they reach it', async () => {
      const { store, clock, owner } = await someone();
      const sites = Array.from({ length: 4 }, newSite);
      const forth = sites.flatMap((site) => pagesOf(site, 3));
      const back = sites.toReversed().flatMap((site) => pagesOf(`${site}back/`, 3));
      await addPages(store, owner, forth, clock.now());
      const { owner: other } = await addPerson(store);
      await addPages(store, other, back, clock.now());
      for (let round = 0; round < 10; round += 1) {
        const claims = await Promise.all(
          stores.map((by, n) => by.schedules.claim(n % 2 === 0 ? owner : other, claimAt(clock, POLITE))),
        );
        const visited = claims.filter((claim) => claim !== undefined).map(({ url }) => new URL(url).host);
        assert.equal(new Set(visited).size, visited.length, `one site twice at one time: ${visited}`);
        clock.forward(POLITE.pauseMs);
      }
    });
  });

  describe('a site', () => {
    test('is visited with pauses and within its concurrency limit by all workers together', async () => {
      const { store, clock, owner } = await someone();
      const due = await addPages(store, owner, pagesOf(newSite(), 12), clock.now());
      const visits = await work(stores, { owner, clock, takesMs: 2_500, forMs: 40_000 });
      assertPolite(visits, POLITE);
      assert.deepEqual(visits.map(({ webpageId }) => webpageId).toSorted(), due.toSorted());
    });

    test('with a backlog is visited as often as its limits allow until the backlog is empty', async () => {
      const { store, clock, owner } = await someone();
      const due = await addPages(store, owner, pagesOf(newSite(), 100), clock.now());
      const visits = await work(stores.slice(0, 2), { owner, clock, forMs: 180_000, stepMs: 500 });
      assertPolite(visits, POLITE);
      assert.deepEqual(visits.map(({ webpageId }) => webpageId).toSorted(), due.toSorted());
    });

    test('is visited within its limits after a downtime of all workers', async () => {
      const { store, clock, owner } = await someone();
      const due = await addPages(store, owner, pagesOf(newSite(), 20), clock.now());
      await work([store], { owner, clock, forMs: 1_000 });
      clock.forward(3_600_000);
      const visits = await work(stores, { owner, clock, forMs: 60_000 });
      assertPolite(visits, POLITE);
      assert.ok(visits.length >= due.length - 3, `${visits.length} of ${due.length} pages were visited`);
    });

    test('with a backlog does not delay other sites', async () => {
      const { store, clock, owner } = await someone();
      await addPages(store, owner, pagesOf(newSite(), 200), clock.in(-1));
      const other = await addTracked(store, owner, { readyAt: clock.now() });
      const taken: string[] = [];
      while ((await store.schedules.dueOwners(clock.now())).includes(owner)) {
        const claim = await store.schedules.claim(owner, claimAt(clock, POLITE));
        if (claim) taken.push(claim.webpageId);
      }
      assert.equal(taken.length, 2);
      assert.ok(taken.includes(other.id));
    });

    test('with a backlog of any length has its waiting pages reported as queued', async () => {
      const { store, clock, owner } = await someone();
      const all = await addPages(store, owner, pagesOf(newSite(), 100), clock.now());
      const taken: Claim[] = [];
      while ((await store.schedules.dueOwners(clock.now())).includes(owner)) {
        const claim = await store.schedules.claim(owner, claimAt(clock, POLITE));
        if (claim) taken.push(claim);
      }
      const [first] = taken;
      assert.ok(first && taken.length === 1);
      await store.captures.finish(first, failureOf(first, clock.now(), clock.in(DAY_MS)));
      const queued = [...(await store.schedules.findMany(owner, all, clock.now()))]
        .filter(([, { state }]) => state.kind === 'waiting' && state.queued)
        .map(([id]) => id);
      assert.deepEqual(new Set(queued), new Set(all).difference(new Set([first.webpageId])));
      const [next = ''] = queued;
      await store.schedules.pause(owner, next);
      await store.schedules.resume(owner, next, clock.in(DAY_MS));
      const rested = (await store.schedules.find(owner, next, clock.now()))?.state;
      assert.ok(rested?.kind === 'waiting' && !rested.queued, 'after a rest its schedule counts');
    });

    test('with a backlog keeps the places of its pages in the queue when their settings are saved', async () => {
      const { store, clock, owner } = await someone();
      const all = await addPages(store, owner, pagesOf(newSite(), 100), clock.now());
      while ((await store.schedules.dueOwners(clock.now())).includes(owner)) {
        await store.schedules.claim(owner, claimAt(clock, POLITE));
      }
      const before = await store.schedules.findMany(owner, all, clock.now());
      for (const id of all) {
        if (before.get(id)?.state.kind !== 'waiting') continue;
        await store.schedules.start(owner, id, DAILY, { now: clock.now(), readyAt: clock.in(DAY_MS) });
      }
      assert.deepEqual(await store.schedules.findMany(owner, all, clock.now()), before);
    });

    test('is not blocked by a worker whose clock was ahead', async () => {
      const { store, clock, owner } = await someone();
      const site = newSite();
      await addPages(store, owner, pagesOf(site, 3), clock.now());
      const ahead = new Clock(clock.in(30 * 3_600_000).toISOString());
      // One page is claimed and two get slots, all at times of the next day.
      for (let claims = 0; claims < 2; claims += 1) await store.schedules.claim(owner, claimAt(ahead, POLITE));
      const due = await addPages(store, owner, pagesOf(`${site}later/`, 4), clock.now());
      const visits = await work(stores, { owner, clock, forMs: 70_000 });
      assertPolite(visits, POLITE);
      assert.deepEqual(visits.map(({ webpageId }) => webpageId).toSorted(), due.toSorted());
    });

    test('without a pause is still visited within its concurrency limit', async () => {
      const { store, clock, owner } = await someone();
      const politeness = { atOnce: 1, pauseMs: 0 };
      const due = await addPages(store, owner, pagesOf(newSite(), 5), clock.now());
      const visits = await work(stores, { owner, clock, politeness, takesMs: 1_500, forMs: 20_000 });
      assertPolite(visits, politeness);
      assert.equal(visits.length, due.length);
    });
  });

  test('an owner with 5,000 due pages does not delay another owner', async () => {
    const { store, clock, owner } = await someone();
    await addPages(
      store,
      owner,
      Array.from({ length: 5_000 }, (_, n) => `https://page-${n}-of-many.example/`),
      clock.in(-DAY_MS),
    );
    const { owner: small } = await addPerson(store);
    const wanted = await addPages(store, small, Array.from({ length: 3 }, newSite), clock.now());
    const taken: string[] = [];
    let claims = 0;
    while (taken.length < wanted.length) {
      for (const each of await store.schedules.dueOwners(clock.now())) {
        if (each !== owner && each !== small) continue;
        const claim = await store.schedules.claim(each, claimAt(clock, IMPOLITE));
        claims += 1;
        if (each === small && claim) taken.push(claim.webpageId);
      }
    }
    assert.deepEqual(taken.toSorted(), wanted.toSorted());
    assert.equal(claims, 6);
  });
});
