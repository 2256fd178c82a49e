import type { Store } from '../domain/ports/store.ts';
import { daysFrom } from '../domain/session.ts';
import { repeat } from './loop.ts';

const PAUSE_MS = 3_600_000;

/** Small steps, so that other writers do not wait long. */
const EVENTS_A_STEP = 500;

export interface EventRetentionParts {
  readonly store: Store;
  readonly eventDays: number;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
}

/** Deletes events that are older than the retention time, until the signal. */
export function runEventRetention(parts: EventRetentionParts, signal: AbortSignal): Promise<void> {
  const { reportFailure } = parts;
  return repeat(() => forgetOldEvents(parts, signal), { pauseMs: PAUSE_MS, reportFailure, signal });
}

async function forgetOldEvents({ store, eventDays, now }: EventRetentionParts, signal: AbortSignal): Promise<void> {
  const before = daysFrom(now(), -eventDays);
  while (!signal.aborted && (await store.events.forget(before, EVENTS_A_STEP)));
  while (!signal.aborted && (await store.deliveries.forget(before, EVENTS_A_STEP)));
  while (!signal.aborted && (await store.mails.forget(before, EVENTS_A_STEP)));
  await store.passwordResets.forget(now());
}
