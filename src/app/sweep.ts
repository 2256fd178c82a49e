import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';

// Small steps, so that nobody waits long for the database: 200 rows take a few milliseconds.
const SCREENSHOTS_A_STEP = 200;
const FILES_A_STEP = 100;

/** A file that cannot be removed needs an operator, or a store that is back: until then it is looked at now and then. */
const TRY_AGAIN_MS = 10 * 60_000;

/**
 * Removes what deleted webpages left: first their records, whose image keys are queued in the same transaction, then
 * the queued files, then the queue. It can be broken off anywhere, and run by any number of processes at once.
 * Answers how many files were removed. Throws if some could not be, once it is done with the others; these are tried
 * again later.
 */
export async function sweep(store: Store, images: Images, now: () => Date, signal: AbortSignal): Promise<number> {
  while (!signal.aborted && (await store.removals.dismantle(SCREENSHOTS_A_STEP))) await breath();
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
    // Nothing at all can be removed: what is left would only fail as well.
    if (step.gone.length === 0) break;
    await breath();
  }
  if (stuck > 0) {
    const files = stuck === 1 ? '1 file' : `${stuck} files`;
    throw new Error(`${files} could not be removed, and will be tried again in ten minutes.`, { cause });
  }
  return removed;
}

interface Step {
  readonly gone: string[];
  readonly stuck: string[];
  /** Why the first of those that are stuck is. */
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

/** Lets waiting requests go first. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
