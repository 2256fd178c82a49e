import { evaluatePending } from '../app/change-settings.ts';
import type { Store } from '../domain/ports/store.ts';
import { repeat } from './loop.ts';

const PAUSE_MS = 5_000;

export interface EvaluatorParts {
  readonly store: Store;
  readonly reportFailure: (error: unknown) => void;
}

/** Applies changed settings to stored findings until the signal. */
export function runEvaluator({ store, reportFailure }: EvaluatorParts, signal: AbortSignal): Promise<void> {
  return repeat(() => evaluatePending(store, signal), { pauseMs: PAUSE_MS, reportFailure, signal });
}
