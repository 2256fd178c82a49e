import { sweep } from '../app/sweep.ts';
import { eraseExpired } from '../app/trash.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import { repeat } from './loop.ts';

const PAUSE_MS = 5_000;

export interface SweeperParts {
  readonly store: Store;
  readonly images: Images;
  readonly trashDays: number;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
}

/** Erases what is too old for the trash, and sweeps, until the signal. A sweep that fails is tried again after the pause. */
export function runSweeper(parts: SweeperParts, signal: AbortSignal): Promise<void> {
  const { store, images, now, reportFailure } = parts;
  async function step(): Promise<void> {
    await eraseExpired(parts, now(), signal);
    await sweep(store, images, now, signal);
  }
  return repeat(step, { pauseMs: PAUSE_MS, reportFailure, signal });
}
