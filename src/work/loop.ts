import { setTimeout as delay } from 'node:timers/promises';

export interface Loop {
  /** The wait after each step. */
  readonly pauseMs: number | (() => number);
  /** Called with the error of a step that failed. The loop goes on. */
  readonly reportFailure: (error: unknown) => void;
  /** Ends the loop after the step under way, and cuts a wait short. */
  readonly signal: AbortSignal;
  /** Ends the loop early, without a further wait. */
  readonly isDone?: () => boolean;
}

/** Runs a step again and again until the signal. */
export async function repeat(step: () => Promise<unknown>, loop: Loop): Promise<void> {
  const { pauseMs, reportFailure, signal, isDone } = loop;
  while (!signal.aborted) {
    await step().catch(reportFailure);
    if (isDone?.()) return;
    await pause(typeof pauseMs === 'number' ? pauseMs : pauseMs(), signal);
  }
}

/** Resolves after the time, or at once when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
