import { setTimeout as delay } from 'node:timers/promises';
import { sweep } from '../app/sweep.ts';
import type { Images } from '../domain/images.ts';
import type { Store } from '../domain/ports/store.ts';

const PAUSE_MS = 5_000;

export interface SweeperParts {
  readonly store: Store;
  readonly images: Images;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
}

/** Sweeps from now until the signal; a sweep that fails is tried again after the pause. */
export async function runSweeper(
  { store, images, now, reportFailure }: SweeperParts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sweep(store, images, now, signal).catch(reportFailure);
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
