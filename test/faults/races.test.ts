import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { reserveKeys } from '../../src/app/image-keys.ts';
import { sealingKey } from '../../src/app/seal.ts';
import { Problem } from '../../src/domain/problem.ts';
import { openImages } from '../../src/images/open.ts';
import { openStore } from '../../src/store/open.ts';
import { runSweeper } from '../../src/work/sweeper.ts';
import { runWorker } from '../../src/work/worker.ts';
import { comparePictures } from '../harness/changes.ts';
import { cleanup } from '../harness/cleanup.ts';
import { type Engine, forEachEngine, temporaryFolder } from '../harness/engines.ts';
import { addPerson } from '../harness/records.ts';
import { trackPages } from '../harness/tracked-page.ts';
import { checkArchive, checkNoOverlap } from './invariants.ts';
import { quickCamera } from './quick-camera.ts';
import { type Random, ROUNDS, seeded } from './random.ts';

const HOUR = 3_600_000;
const WORKERS = 4;
const SCHEDULERS = 2;
const STEPS = 120 * ROUNDS;

/** Workers and schedulers of one archive, each with its own connection and clock. */
async function race(
  undo: (work: () => unknown) => void,
  engine: Engine,
  random: Random,
  clockOf: (who: number) => () => Date,
) {
  const database = await engine.makeDatabase();
  undo(database.drop);
  const folder = await temporaryFolder('race');
  undo(() => rm(folder, { recursive: true, force: true }));
  const images = await openImages(`file:${folder}`);
  const key = sealingKey(randomBytes(32).toHex());
  const stop = new AbortController();
  const failures: unknown[] = [];
  const running: Promise<void>[] = [];
  for (let who = 0; who < WORKERS + SCHEDULERS; who += 1) {
    const store = await openStore(database.url);
    const now = clockOf(who);
    const fail = (error: unknown) => {
      // Lost leases and deleted pages are expected.
      if (!(error instanceof Problem && ['conflict', 'not-found'].includes(error.kind))) failures.push(error);
    };
    const work =
      who < WORKERS
        ? runWorker(
            {
              ...{
                store,
                images,
                sealingKey: key,
                now,
                concurrency: 3,
                leaseMs: 3_000,
                keys: reserveKeys(store.removals),
              },
              camera: await quickCamera(random),
              encode: async (picture) => picture,
              comparePictures,
              politeness: { atOnce: 64, pauseMs: 0 },
              report: { captured: () => undefined, failed: fail },
            },
            stop.signal,
          )
        : runSweeper({ store, images, trashDays: 0, now, reportFailure: fail }, stop.signal);
    running.push(work.finally(() => store.close()));
  }
  return {
    images,
    databaseUrl: database.url,
    async finish() {
      stop.abort();
      await Promise.all(running);
      assert.deepEqual(failures, []);
    },
  };
}

/** Adds, requests and deletes pages in random order. Returns the number of pages that are left. */
async function keepBusy(databaseUrl: string, random: Random, each: () => void): Promise<number> {
  const store = await openStore(databaseUrl);
  try {
    const people = [await addPerson(store), await addPerson(store)];
    const pages: { owner: string; id: string }[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const { owner } = random.pick(people);
      const choice = random.whole(10);
      if (choice < 3 || pages.length < 5) {
        const [page] = await trackPages(store, owner, [`https://site-${random.whole(20)}.example/${step}`]);
        if (page) pages.push({ owner, id: page.id });
      } else if (choice < 9) {
        const page = random.pick(pages);
        await store.schedules.request(page.owner, page.id, new Date());
      } else {
        const [page] = pages.splice(random.whole(pages.length), 1);
        if (page) await store.webpages.remove(page.owner, page.id);
      }
      each();
      await delay(random.whole(20));
    }
    for (let waited = 0; (await store.schedules.queue(new Date())).due > 0; waited += 1) {
      assert.ok(waited < 1200, 'every page that is due is captured');
      await delay(50);
    }
    return pages.length;
  } finally {
    await store.close();
  }
}

forEachEngine((engine) => {
  test('two schedulers and four workers run concurrently, and nothing is lost or recorded twice', async (t) => {
    const undo = cleanup(t);
    const random = seeded(t);
    const { images, databaseUrl, finish } = await race(undo, engine, random, () => () => new Date());
    const pages = await keepBusy(databaseUrl, random, () => undefined);
    await finish();
    await checkNoOverlap(databaseUrl);
    const checked = await checkArchive(databaseUrl, images);
    assert.equal(checked.webpages, pages);
    assert.ok(checked.captures >= pages);
    t.diagnostic(`${STEPS} steps; checked ${JSON.stringify(checked)}`);
  });

  test('clocks jump back and forth by hours, and nothing is lost or recorded twice', async (t) => {
    const undo = cleanup(t);
    const random = seeded(t);
    const offsets = Array<number>(WORKERS + SCHEDULERS).fill(0);
    let jumps = 0;
    const { images, databaseUrl, finish } = await race(
      undo,
      engine,
      random,
      (who) => () => new Date(Date.now() + (offsets[who] ?? 0)),
    );
    const pages = await keepBusy(databaseUrl, random, () => {
      if (random.whole(4) > 0) return;
      offsets[random.whole(offsets.length)] = random.pick([0, 3 * HOUR, -3 * HOUR, 30 * HOUR]);
      jumps += 1;
    });
    offsets.fill(0);
    await finish();
    const checked = await checkArchive(databaseUrl, images);
    assert.equal(checked.webpages, pages);
    t.diagnostic(`${jumps} jumps of a clock; checked ${JSON.stringify(checked)}`);
  });
});
