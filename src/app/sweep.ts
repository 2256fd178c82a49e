import { counted } from '../domain/counted.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';

// Small steps, so that other writers do not wait long: 200 rows take a few milliseconds.
const SCREENSHOTS_A_STEP = 200;
const FILES_A_STEP = 100;

/** The wait before another attempt to remove a file that could not be removed. */
const TRY_AGAIN_MS = 10 * 60_000;

/**
 * Removes deleted webpages: first their records, whose image keys are queued in the same transaction, then the queued
 * files, then the rows of the queue. Also removes temporary files of interrupted writes. It may stop at any point, and several processes may run it at once. Returns the
 * number of removed files. Throws after the last file if some could not be removed; a later sweep tries them again.
 */
export async function sweep(store: Store, images: Images, now: () => Date, signal: AbortSignal): Promise<number> {
  while (!signal.aborted && (await store.removals.dismantle(SCREENSHOTS_A_STEP))) await yieldToEventLoop();
  let removed = 0;
  let stuck = 0;
  let cause: unknown;
  while (!signal.aborted) {
    const keys = await store.removals.due(now(), FILES_A_STEP);
    if (keys.length === 0) break;
    const step = await removeFiles(images, keys, signal);
    await store.removals.done(step.gone);
    if (step.stuck.length > 0) await store.removals.putOff(step.stuck, new Date(now().getTime() + TRY_AGAIN_MS));
    removed += step.gone.length;
    stuck += step.stuck.length;
    cause ??= step.cause;
    // No file of this step could be removed, so the next step would fail too.
    if (step.gone.length === 0) break;
    await yieldToEventLoop();
  }
  await images.removeUnfinished(now());
  if (stuck > 0) {
    const files = counted(stuck, 'file');
    throw new Error(`${files} could not be removed. Pagekeep tries again in ten minutes.`, { cause });
  }
  return removed;
}

interface Step {
  readonly gone: string[];
  readonly stuck: string[];
  /** The error of the first file that could not be removed. */
  cause: unknown;
}

async function removeFiles(images: Images, keys: readonly string[], signal: AbortSignal): Promise<Step> {
  const step: Step = { gone: [], stuck: [], cause: undefined };
  for (const key of keys) {
    if (signal.aborted) break;
    try {
      await images.remove(key);
      step.gone.push(key);
    } catch (error) {
      step.cause ??= error;
      step.stuck.push(key);
    }
  }
  return step;
}

/** Lets the event loop handle waiting requests. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
