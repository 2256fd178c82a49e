import { correctLateCapture, findLateCaptures } from '../app/late-captures.ts';
import type { Store } from '../domain/ports/store.ts';
import { repeat } from './loop.ts';

const PAUSE_MS = 60_000;
const CHECK_EVERY_MS = 3_600_000;
/** Less than this is the ordinary correction of a clock. */
const SET_BACK_MS = 30_000;

export interface LateCaptureParts {
  readonly store: Store;
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number;
  readonly reportCorrected: (count: number) => void;
  readonly reportFailure: (error: unknown) => void;
}

/** Corrects due times that are too late: at the start, every hour, and when the clock of the database was set back. */
export function runLateCaptures(parts: LateCaptureParts, signal: AbortSignal): Promise<void> {
  const { store, monotonic, reportCorrected, reportFailure } = parts;
  let checked: { readonly at: number; readonly offset: number } | undefined;
  const step = async () => {
    const at = monotonic();
    const offset = (await store.schedules.databaseTime()).getTime() - at;
    const wasSetBack = checked !== undefined && offset < checked.offset - SET_BACK_MS;
    // A clock that was set forward may be set back later.
    if (checked && offset > checked.offset) checked = { ...checked, offset };
    if (checked && !wasSetBack && at - checked.at < CHECK_EVERY_MS) return;
    let count = 0;
    for await (const late of findLateCaptures(store)) {
      await correctLateCapture(store, late);
      count += 1;
    }
    checked = { at, offset };
    if (count > 0) reportCorrected(count);
  };
  return repeat(step, { pauseMs: PAUSE_MS, reportFailure, signal });
}
