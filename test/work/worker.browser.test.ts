import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { CaptureParts } from '../../src/app/capture-page.ts';
import { reserveKeys } from '../../src/app/image-keys.ts';
import { sweep } from '../../src/app/sweep.ts';
import { trackWebpages } from '../../src/app/track-webpages.ts';
import type { EncodePicture } from '../../src/domain/capture.ts';
import type { Claim } from '../../src/domain/capture-schedule.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { Problem } from '../../src/domain/problem.ts';
import { openImages } from '../../src/images/open.ts';
import { encodePicture } from '../../src/picture/encode.ts';
import { openStore } from '../../src/store/open.ts';
import { runWorker, type WorkerParts } from '../../src/work/worker.ts';
import { page, SEALING_KEY, useCapturing, useSite } from '../harness/capturing.ts';
import { comparePictures } from '../harness/changes.ts';
import { forEachEngine, temporaryFolder } from '../harness/engines.ts';
import { assertShown } from '../harness/expect.ts';
import { makeCluster, makeDatabase } from '../harness/postgres.ts';
import { addPerson } from '../harness/records.ts';
import { IMPOLITE, LEASE_MS } from '../harness/tracked.ts';

const site = useSite();

const DAY_MS = 86_400_000;

/** Longer than a worker without work waits before it looks for work again. */
const IDLE_MS = 3_000;

/** A worker that runs until it is stopped, its reports, and a way to wait for them. */
function start(parts: CaptureParts, changed: Partial<WorkerParts> = {}) {
  const captured: Claim[] = [];
  const failures: unknown[] = [];
  const told = new EventTarget();
  const keep =
    <Told>(list: Told[]) =>
    (item: Told) => {
      list.push(item);
      told.dispatchEvent(new Event('told'));
    };
  const stopping = new AbortController();
  const ended = runWorker(
    {
      ...parts,
      now: () => new Date(),
      concurrency: 2,
      politeness: IMPOLITE,
      leaseMs: LEASE_MS,
      report: { captured: keep(captured), failed: keep(failures) },
      ...changed,
    },
    stopping.signal,
  );
  return {
    captured,
    failures,
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) await once(told, 'told');
    },
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}

forEachEngine((engine) => {
  const { service, parts, track } = useCapturing(engine, site);

  test('a worker captures several pages at once, and then the others', async () => {
    const ann = await service.newPerson();
    const meeting = Promise.withResolvers<void>();
    let present = 0;
    // Each of the first two is answered only when the other is there.
    const pair = () =>
      site.newPage(async (request, response, url) => {
        present += 1;
        if (present === 2) meeting.resolve();
        await meeting.promise;
        page('here')(request, response, url);
      });
    const pages = [pair(), pair(), site.newPage(page('three')), site.newPage(page('four'))];
    const ids = [];
    for (const { url } of pages) ids.push((await track(ann, url)).id);
    const worker = start(parts());
    await worker.until(() => worker.captured.length === 4);
    await worker.stop();
    assert.deepEqual(worker.captured.map(({ webpageId }) => webpageId).toSorted(), ids.toSorted());
    assert.deepEqual(worker.failures, []);
  });

  test('owners are served in turn', async () => {
    const [many, few] = [await service.newPerson(), await service.newPerson()];
    for (let n = 0; n < 6; n += 1) await track(many, site.newPage(page(`one of many ${n}`)).url);
    const wanted = [await track(few, site.newPage(page('one')).url), await track(few, site.newPage(page('two')).url)];
    const worker = start(parts(), { concurrency: 1 });
    await worker.until(() => worker.captured.length >= 4);
    await worker.stop();
    const served = worker.captured.slice(0, 4).map(({ webpageId }) => webpageId);
    assert.deepEqual(
      wanted.filter(({ id }) => !served.includes(id)),
      [],
    );
    for (const { id } of wanted) await service.store.webpages.remove(few.owner, id);
    const left = await service.store.webpages.state(many.owner);
    const request = { page: 1, limit: 100, sort: 'url', order: 'asc' } as const;
    for (const { id } of (await service.store.webpages.page(many.owner, left, request)).records) {
      await service.store.webpages.remove(many.owner, id);
    }
  });

  test('a worker that is stopped releases its pages, which stay due', async () => {
    const ann = await service.newPerson();
    const asked = Promise.withResolvers<void>();
    const webpage = await track(ann, site.newPage(() => asked.resolve()).url);
    const worker = start(parts());
    await asked.promise;
    await worker.stop();
    const now = new Date();
    const state = (await service.store.schedules.find(ann.owner, webpage.id, now))?.state;
    assert.ok(state?.kind === 'waiting' && state.nextAt <= now.toISOString());
    assert.deepEqual(await service.store.captures.list(ann.owner, webpage.id, { before: '9999', limit: 1 }), []);
    assert.deepEqual([worker.captured, worker.failures], [[], []]);
    assert.equal(site.camera.status().capturing, 0);
    await service.store.webpages.remove(ann.owner, webpage.id);
  });

  test('a published screenshot keeps its URL, format, size and hash while the worker is idle, and its file goes with the webpage', async () => {
    const ann = await service.newPerson();
    const shape = { viewport: { width: 800, height: 600 } };
    const webpage = await track(ann, site.newPage(page('a little text')).url, shape);
    const { store, images } = service;
    const sweepAt = (now: Date) => sweep(store, images, () => now, new AbortController().signal);
    const published = async () => {
      const answer = await service.ask(`/webpages/${webpage.id}/screenshots`, { as: ann });
      const { contentUrl, encodingFormat, contentSize, sha256 } = assertShown(answer, service.link).members[0];
      const file = Buffer.from(await (await fetch(contentUrl)).arrayBuffer());
      assert.deepEqual([contentSize, sha256], [String(file.length), hash('sha256', file)]);
      return { contentUrl, encodingFormat, contentSize, sha256 };
    };

    const worker = start(parts());
    await worker.until(() => worker.captured.length === 1);
    const first = await published();
    await delay(IDLE_MS);
    assert.deepEqual(await published(), first);
    await sweepAt(new Date(Date.now() + DAY_MS));
    assert.deepEqual(await published(), first);
    await worker.stop();
    assert.deepEqual(worker.failures, []);

    await store.webpages.remove(ann.owner, webpage.id);
    await sweepAt(new Date());
    assert.equal((await fetch(first.contentUrl)).status, 404);
  });

  test('a worker continues when the store works again', async () => {
    const ann = await service.newPerson();
    const webpage = await track(ann, site.newPage(page('later')).url);
    let away = true;
    const flaky: Store = {
      ...service.store,
      schedules: {
        ...service.store.schedules,
        dueOwners: (now) =>
          away ? Promise.reject(new Problem('unavailable', 'away')) : service.store.schedules.dueOwners(now),
      },
    };
    const worker = start(parts(), { store: flaky });
    await worker.until(() => worker.failures.length > 0);
    away = false;
    await worker.until(() => worker.captured.length > 0);
    await worker.stop();
    assert.equal(worker.captured[0]?.webpageId, webpage.id);
  });
});

test('a worker survives a PostgreSQL outage during a capture', async (t) => {
  const cluster = await makeCluster();
  const store = await openStore(await makeDatabase(cluster.url));
  const folder = await temporaryFolder('worker');
  t.after(async () => {
    await store.close();
    await cluster.remove();
    await rm(folder, { recursive: true });
  });
  const { owner } = await addPerson(store);
  const [asked, away] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const shown = site.newPage(async (request, response, url) => {
    asked.resolve();
    await away.promise;
    page('still here')(request, response, url);
  });
  const drafts = [{ url: shown.url, options: { fullPage: false, consent: false } }];
  const [webpage] = await trackWebpages({ store, sealingKey: SEALING_KEY }, owner, drafts, new Date());
  assert.ok(webpage);
  const images = await openImages(`file:${folder}`);
  const keys = reserveKeys(store.removals);
  const encode: EncodePicture = (picture) => encodePicture(picture, 'auto');
  const camera = site.camera;
  const parts = {
    ...{ store, images, keys, camera, encode, comparePictures, sealingKey: SEALING_KEY },
    now: () => new Date(),
  };
  const worker = start(parts, { leaseMs: 1_000 });
  await asked.promise;
  await cluster.stop();
  away.resolve();
  await worker.until(() => worker.failures.length >= 2);
  assert.deepEqual(worker.captured, []);
  await cluster.start();
  await worker.until(() => worker.captured.length === 1);
  await worker.stop();
  assert.equal((await store.screenshots.state(owner, webpage.id, undefined))?.count, 1);
  const log = await store.captures.list(owner, webpage.id, { before: '9999', limit: 10 });
  // The attempt that was cut off is in the log only if its lease had run out by then.
  const others = log.filter(({ outcome }) => outcome !== 'shot');
  assert.deepEqual([log.length - others.length, others.every(({ reason }) => reason === 'interrupted')], [1, true]);
  assert.ok(others.length <= 1);
});
