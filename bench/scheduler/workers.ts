import { hash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { reserveKeys } from '../../src/app/image-keys.ts';
import { sealingKey } from '../../src/app/seal.ts';
import { type Camera, type EncodedImage, failed } from '../../src/domain/capture.ts';
import { readCaptureOptions } from '../../src/domain/capture-options.ts';
import type { Politeness } from '../../src/domain/capture-schedule.ts';
import { viewportOf } from '../../src/domain/device.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { Problem } from '../../src/domain/problem.ts';
import { runWorker } from '../../src/work/worker.ts';

/** The defaults of SITE_CONCURRENCY and SITE_PAUSE_MS. */
export const POLITENESS: Politeness = { atOnce: 2, pauseMs: 1_000 };

export interface Visit {
  readonly owner: string;
  readonly site: string;
  /** Milliseconds. */
  readonly begin: number;
  end: number;
}

export interface Observed {
  readonly visits: readonly Visit[];
  /** The milliseconds of each claim. `finishes` has those of each record with its screenshot. */
  readonly claims: readonly number[];
  readonly finishes: readonly number[];
  /** The milliseconds of each search for owners with due pages. */
  readonly rounds: readonly number[];
  /** Recorded captures per second, after all connections were opened. */
  readonly rate: number;
}

const WARM_UP_MS = 5_000;

export interface Crew {
  readonly concurrency: number;
  /** The simulated duration of a capture. */
  readonly captureMs: number;
  readonly seconds: number;
}

/** Runs the workers of the product, each with its own connections, with a camera that has no browser. */
export async function observe(stores: readonly Store[], crew: Crew): Promise<Observed> {
  const seen: Seen = { visits: [], claims: [], finishes: [], rounds: [] };
  const stop = new AbortController();
  const failures: unknown[] = [];
  const key = sealingKey(randomBytes(32).toString('hex'));
  const working = stores.map((store) =>
    runWorker(
      {
        store: watched(store, seen),
        images: NOWHERE,
        keys: reserveKeys(store.removals),
        camera: blindCamera(crew.captureMs),
        encode: async (picture) => picture,
        comparePictures: () => Promise.reject(new Problem('unavailable', 'The bench stores no pictures.')),
        concurrency: crew.concurrency,
        politeness: POLITENESS,
        leaseMs: 120_000,
        sealingKey: key,
        now: () => new Date(),
        report: {
          captured: () => undefined,
          failed: (error) => failures.push(error),
        },
      },
      stop.signal,
    ),
  );
  await delay(WARM_UP_MS);
  const from = Date.now();
  await delay(crew.seconds * 1_000);
  const until = Date.now();
  stop.abort();
  await Promise.all(working);
  const [failure] = failures;
  if (failure) throw new Error(`${failures.length} captures failed`, { cause: failure });
  const recorded = seen.visits.filter(({ end }) => end >= from && end < until).length;
  return { ...seen, rate: (recorded * 1_000) / (until - from) };
}

interface Seen {
  readonly visits: Visit[];
  readonly claims: number[];
  readonly finishes: number[];
  readonly rounds: number[];
}

function watched(store: Store, seen: Seen): Store {
  const underWay = new Map<string, Visit>();
  return {
    ...store,
    schedules: {
      ...store.schedules,
      async dueOwners(now) {
        const began = performance.now();
        const owners = await store.schedules.dueOwners(now);
        seen.rounds.push(performance.now() - began);
        return owners;
      },
      async claim(owner, request) {
        const began = performance.now();
        const claim = await store.schedules.claim(owner, request);
        seen.claims.push(performance.now() - began);
        if (!claim) return undefined;
        const visit = {
          owner,
          site: new URL(claim.url).host,
          begin: request.now.getTime(),
          end: Number.POSITIVE_INFINITY,
        };
        underWay.set(claim.attempt, visit);
        seen.visits.push(visit);
        return claim;
      },
    },
    captures: {
      ...store.captures,
      async finish(claim, finish) {
        const began = performance.now();
        await store.captures.finish(claim, finish);
        seen.finishes.push(performance.now() - began);
        const visit = underWay.get(claim.attempt);
        underWay.delete(claim.attempt);
        if (visit) visit.end = Date.now();
      },
    },
  };
}

const THUMBNAIL: EncodedImage = imageOf('webp', 320);

function imageOf(format: EncodedImage['format'], width: number): EncodedImage {
  const bytes = randomBytes(32);
  return { bytes, format, width, height: width, sha256: hash('sha256', bytes) };
}

/** Every picture is different, which is the most expensive case for the database. */
function blindCamera(takesMs: number): Camera {
  return {
    async capture(url, options, { signal }) {
      const phases = { queue: 1, navigate: 500, settle: 900, freeze: 20, picture: 300, thumbnail: 40 };
      if (takesMs > 0) await delay(takesMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return failed('aborted', 'The simulation is over.', phases);
      return {
        kind: 'shot',
        picture: imageOf('png', 1280),
        thumbnail: THUMBNAIL,
        finalUrl: url,
        httpStatus: 200,
        title: 'A page of the simulation',
        viewport: viewportOf(readCaptureOptions(options).viewport),
        pageHeight: 2_000,
        elements: [],
        phases,
        browserVersion: '153.0.0.0',
        verdict: 'fine',
        warnings: [],
      };
    },
    status: () => {
      throw new Problem('unavailable', 'There is no browser.');
    },
    close: async () => undefined,
  };
}

/** Stores nothing, because the bench measures only the database. */
const NOWHERE: Images = {
  put: async () => undefined,
  read: () => Promise.reject(new Problem('not-found', 'Nothing is kept.')),
  size: () => Promise.reject(new Problem('not-found', 'Nothing is kept.')),
  remove: async () => undefined,
  check: async () => undefined,
  async *list() {},
  countUnfinished: async () => 0,
  removeUnfinished: async () => undefined,
};
