import { sweep } from '../app/sweep.ts';
import { eraseExpired } from '../app/trash.ts';
import type { Images } from '../domain/ports/images.ts';
import { REPLY_HOURS } from '../domain/ports/replies.ts';
import type { Store } from '../domain/ports/store.ts';
import { repeat } from './loop.ts';

const PAUSE_MS = 5_000;
const FORGOTTEN_A_STEP = 100;

export interface SweeperParts {
  readonly store: Store;
  readonly images: Images;
  readonly trashDays: number;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
}

/** Erases old entries of the trash, sweeps, and deletes expired answers to repeated requests, until the signal. A failed sweep is repeated after the pause. */
export function runSweeper(parts: SweeperParts, signal: AbortSignal): Promise<void> {
  const { store, images, now, reportFailure } = parts;
  async function step(): Promise<void> {
    await eraseExpired(parts, now(), signal);
    await sweep(store, images, now, signal);
    const replied = new Date(now().getTime() - REPLY_HOURS * 3_600_000);
    while (!signal.aborted && (await store.replies.forget(replied, FORGOTTEN_A_STEP)));
  }
  return repeat(step, { pauseMs: PAUSE_MS, reportFailure, signal });
}
