import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ImageKeys, reserveKeys } from '../../src/app/image-keys.ts';
import { sealingKey } from '../../src/app/seal.ts';
import { trackWebpages } from '../../src/app/track-webpages.ts';
import { type CameraConfig, openCamera } from '../../src/browser/camera.ts';
import type { Camera } from '../../src/domain/capture.ts';
import type { Images } from '../../src/domain/ports/images.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import { readWordQuery } from '../../src/domain/word-query.ts';
import { readAllow } from '../../src/guard/allow-list.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { openImages } from '../../src/images/open.ts';
import { openComparer } from '../../src/picture/compare/compare-pictures.ts';
import { encodePicture } from '../../src/picture/encode.ts';
import { openStore } from '../../src/store/open.ts';
import { runWorker } from '../../src/work/worker.ts';

export const CACHE = join(import.meta.dirname, '../../node_modules/.cache/pagekeep');
export const ALLOW = readAllow('127.0.0.0/8,[::1]');
const LEASE_MS = 600_000;

export function openBenchCamera(concurrency: number, limits: CameraConfig['limits'] = {}): Promise<Camera> {
  return openCamera({
    cacheDir: CACHE,
    searchPath: [],
    concurrency,
    blockLists: ['bundled'],
    guard: makeGuard({ allow: ALLOW }),
    log: () => undefined,
    limits,
  });
}

/** The product without its HTTP server: worker, camera, SQLite and a folder of images. */
export class Product implements AsyncDisposable {
  readonly store: Store;
  readonly images: Images;
  readonly #folder: string;
  readonly #owner: string;
  readonly #keys: ImageKeys;
  readonly #comparer = openComparer();
  readonly #key = sealingKey(randomBytes(32).toString('hex'));

  private constructor(parts: { store: Store; images: Images; folder: string; owner: string }) {
    this.store = parts.store;
    this.images = parts.images;
    this.#folder = parts.folder;
    this.#owner = parts.owner;
    this.#keys = reserveKeys(parts.store.removals);
  }

  static async open(): Promise<Product> {
    const folder = await mkdtemp(join(tmpdir(), 'pagekeep-bench-'));
    const store = await openStore(`sqlite:${folder}/pagekeep.db`);
    const images = await openImages(`file:${folder}/images`);
    const owner = randomUUIDv7();
    const account = { id: owner, email: 'bench@example.org', createdAt: new Date().toISOString(), webpageCount: 0 };
    await store.accounts.add(account, 'no password');
    return new Product({ store, images, folder, owner });
  }

  /** Adds webpages that are due at once. */
  track(urls: readonly string[]): Promise<Webpage[]> {
    const drafts = urls.map((url) => ({ url }));
    return trackWebpages({ store: this.store, sealingKey: this.#key }, this.#owner, drafts, new Date());
  }

  async request(webpages: readonly Webpage[]): Promise<void> {
    for (const { id } of webpages) await this.store.schedules.request(this.#owner, id, new Date());
  }

  /** Runs a worker until this many captures are stored. Returns the seconds until the last one was stored. */
  async work(camera: Camera, concurrency: number, captures: number): Promise<number> {
    const stop = new AbortController();
    const all = Promise.withResolvers<number>();
    const begin = performance.now();
    let kept = 0;
    const { store, images } = this;
    const working = runWorker(
      {
        ...{ store, images, camera, concurrency, keys: this.#keys, sealingKey: this.#key, leaseMs: LEASE_MS },
        encode: (picture) => encodePicture(picture, 'auto'),
        comparePictures: this.#comparer.compare,
        politeness: { atOnce: 1_000, pauseMs: 0 },
        now: () => new Date(),
        report: {
          captured(claim, { record, compareError }) {
            if (record.outcome !== 'shot') all.reject(new Error(`${claim.url}: ${record.detail}`));
            if (compareError !== undefined) all.reject(compareError);
            kept += 1;
            if (kept === captures) all.resolve((performance.now() - begin) / 1_000);
          },
          failed: (error) => all.reject(error),
        },
      },
      stop.signal,
    );
    try {
      return await all.promise;
    } finally {
      stop.abort();
      await working;
    }
  }

  /** Captures per second of these pages, settled, encoded and stored. */
  async rate(camera: Camera, concurrency: number, urls: readonly string[]): Promise<number> {
    await this.track(urls);
    return urls.length / (await this.work(camera, concurrency, urls.length));
  }

  /** The number of captures that were compared and found to have changed, up to MOST_COUNTED. */
  async changes(): Promise<number> {
    return (await this.store.changes.counts(this.#owner)).changed;
  }

  /** Whether a search for this word finds a webpage. */
  async finds(word: string): Promise<boolean> {
    const query = readWordQuery(word, { scope: 'all', exact: false, timeZone: 'UTC' });
    const { results } = await this.store.words.search(this.#owner, query, { after: undefined, limit: 1, spans: 1 });
    return results.length > 0;
  }

  /** The bytes of all images that a record uses. */
  async storedBytes(): Promise<number> {
    const old = new Set(await this.store.removals.due(new Date(Date.now() + 86_400_000), 1_000_000));
    let bytes = 0;
    for await (const { key, size } of this.images.list()) if (!old.has(key)) bytes += size;
    return bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await delay(0);
    await this.#comparer.close();
    await this.store.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
