import type { Images } from '../../domain/ports/images.ts';
import type { Store } from '../../domain/ports/store.ts';
import { Problem } from '../../domain/problem.ts';
import type { Screenshot } from '../../domain/screenshot.ts';
import { printable } from '../../domain/text.ts';
import { makePictureSet, type PictureSet } from './pictures.ts';
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
  /** Called with the number of records so far. */
  readonly report: (made: Filled) => void;
  readonly signal: AbortSignal;
}

export interface Filled {
  readonly webpages: number;
  readonly screenshots: number;
}

const WEBPAGES_PER_BATCH = 10_000;
const SCREENSHOTS_PER_BATCH = 10_000;
// Shorter lists need no page index.
const INDEXED_FROM = 50;

interface Captured {
  readonly page: DemoWebpage;
  readonly count: number;
}

/**
 * Adds a synthetic archive of any size to an account in batches and returns the number of records made. If the signal aborts it, the
 * records so far are complete and consistent. The content depends only on the seed and the account's e-mail address.
 * Throws Problem('conflict') if the account already contains the archive of this seed.
 */
export async function fillDemo(parts: DemoParts, owner: string, plan: DemoPlan): Promise<Filled> {
  const { store, report, signal } = parts;
  const seed = `${plan.seed} ${plan.email}`;
  await refuseSecondFill(store, owner, plan, seed);
  const pictures = await makePictureSet(seed, plan.screenshots, { ...parts, removals: store.removals });
  const counts = captureCounts(seed, plan.webpages, plan.screenshots);
  const made = { webpages: 0, screenshots: 0 };
  for (const pages of batches(demoWebpages(seed, plan.webpages), WEBPAGES_PER_BATCH)) {
    const webpages = pages.map(({ webpage }) => webpage);
    await store.webpages.addMany(owner, webpages);
    made.webpages += pages.length;
    report(made);
    // Captures are added right after their webpages, while those are still in the database cache.
    const captured = pages.map((page) => ({ page, count: counts.next().value ?? 0 }));
    for (const captures of batches(capturesOf(captured, pictures), SCREENSHOTS_PER_BATCH)) {
      await store.screenshots.addMany(owner, captures);
      made.screenshots += captures.length;
      report(made);
      await yieldToEventLoop();
      if (signal.aborted) break;
    }
    for (const { page, count } of captured) {
      if (count > INDEXED_FROM) await store.screenshots.settle(owner, page.webpage.id);
    }
    await yieldToEventLoop();
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
    `${plan.email} already contains the demo archive with seed ${printable(plan.seed)}. Use another --seed or another --account.`,
  );
}

function* capturesOf(captured: readonly Captured[], pictures: PictureSet): Generator<Screenshot> {
  for (const { page, count } of captured) yield* demoCaptures(page, count, pictures);
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

/** Lets Node handle signals and requests: SQLite calls are synchronous and never return to the event loop. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
