import type { Images } from '../domain/images.ts';
import type { Store } from '../domain/ports.ts';

// Small steps, so that nobody waits long for the database: 200 rows take a few milliseconds.
const SCREENSHOTS_A_STEP = 200;
const FILES_A_STEP = 100;

/**
 * Removes what deleted webpages left: first their records, whose image keys are queued in the same transaction, then
 * the queued files, then the queue. It can be broken off anywhere, and run by any number of processes at once.
 * Answers how many files were removed.
 */
export async function sweep(store: Store, images: Images, now: () => Date, signal: AbortSignal): Promise<number> {
  while (!signal.aborted && (await store.removals.dismantle(SCREENSHOTS_A_STEP))) await breath();
  let removed = 0;
  while (!signal.aborted) {
    const keys = await store.removals.due(now(), FILES_A_STEP);
    if (keys.length === 0) break;
    for (const key of keys) await images.remove(key);
    await store.removals.done(keys);
    removed += keys.length;
    await breath();
  }
  return removed;
}

/** Lets waiting requests go first. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
