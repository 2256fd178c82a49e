import { sweep } from '../app/sweep.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import { repeat } from './loop.ts';

const PAUSE_MS = 5_000;

export interface SweeperParts {
  readonly store: Store;
  readonly images: Images;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
}

/** Sweeps until the signal. A sweep that fails is tried again after the pause. */
export function runSweeper({ store, images, now, reportFailure }: SweeperParts, signal: AbortSignal): Promise<void> {
  return repeat(() => sweep(store, images, now, signal), { pauseMs: PAUSE_MS, reportFailure, signal });
}
