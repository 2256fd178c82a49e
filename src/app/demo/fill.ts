import type { Images } from '../../domain/images.ts';
import type { Store } from '../../domain/ports/store.ts';
import { Problem } from '../../domain/problem.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import { printable } from '../../domain/text.ts';
import { makePictureBook, type PictureBook } from './pictures.ts';
import { captureCounts, demoCaptures } from './screenshots.ts';
import { type DemoWebpage, demoWebpages } from './webpages.ts';

export interface DemoPlan {
  readonly email: string;
  readonly seed: string;
  readonly webpages: number;
  readonly screenshots: number;
}

export interface DemoParts {
  readonly store: Store;
  readonly images: Images;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly now: Date;
  /** How many records there are so far. */
  readonly report: (made: Filled) => void;
  readonly signal: AbortSignal;
}

export interface Filled {
  readonly webpages: number;
  readonly screenshots: number;
}

const WEBPAGES_A_BATCH = 10_000;
const SCREENSHOTS_A_BATCH = 10_000;
// A shorter list needs no page directory.
const LONG = 50;

interface Captured {
  readonly page: DemoWebpage;
  readonly count: number;
}

/**
 * Adds a synthetic archive to an account, a batch at a time, and answers how much was made: less than was planned if
 * the signal ended it, but what there is then is whole. All of it follows from the seed and the account's address.
 * Throws Problem('conflict') if the account holds this seed's archive already.
 */
export async function fillDemo(parts: DemoParts, owner: string, plan: DemoPlan): Promise<Filled> {
  const { store, report, signal } = parts;
  const seed = `${plan.seed} ${plan.email}`;
  await refuseSecondFill(store, owner, plan, seed);
  const book = await makePictureBook(seed, plan.screenshots, { ...parts, removals: store.removals });
  const counts = captureCounts(seed, plan.webpages, plan.screenshots);
  const made = { webpages: 0, screenshots: 0 };
  for (const pages of batches(demoWebpages(seed, plan.webpages), WEBPAGES_A_BATCH)) {
    const webpages = pages.map(({ webpage }) => webpage);
    await store.webpages.addMany(owner, webpages);
    made.webpages += pages.length;
    report(made);
    // The captures follow their pages at once: the pages are still in the database's memory.
    const captured = pages.map((page) => ({ page, count: counts.next().value ?? 0 }));
    for (const captures of batches(capturesOf(captured, book), SCREENSHOTS_A_BATCH)) {
      await store.screenshots.addMany(owner, captures);
      made.screenshots += captures.length;
      report(made);
      await breath();
      if (signal.aborted) break;
    }
    for (const { page, count } of captured) {
      if (count > LONG) await store.screenshots.settle(owner, page.webpage.id);
    }
    await breath();
    if (signal.aborted) break;
  }
  await store.webpages.settle(owner);
  return made;
}

async function refuseSecondFill(store: Store, owner: string, plan: DemoPlan, seed: string): Promise<void> {
  const [first] = demoWebpages(seed, Math.min(plan.webpages, 1));
  if (!first || !(await store.webpages.find(owner, first.webpage.id))) return;
  throw new Problem(
    'conflict',
    `${plan.email} holds the synthetic archive of seed ${printable(plan.seed)} already: another --seed adds more to it, another --account begins a new one.`,
  );
}

function* capturesOf(captured: readonly Captured[], book: PictureBook): Generator<Screenshot> {
  for (const { page, count } of captured) yield* demoCaptures(page, count, book);
}

function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Lets signals and other requests in: the embedded database answers without ever leaving this thread. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
