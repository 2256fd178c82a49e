import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CaptureRecord } from '../domain/capture-schedule.ts';
import { timeOf } from '../domain/identifier.ts';
import type { Store } from '../domain/ports/store.ts';
import { notFound } from '../domain/problem.ts';
import { requestCapture, type ScheduleParts } from './track-webpages.ts';

/** A requested capture. Its id contains the time of the request, and nothing else is stored. */
export interface CaptureProgress {
  readonly id: string;
  readonly webpageId: string;
  readonly requestedAt: Date;
  readonly status: 'queued' | 'capturing' | 'done';
  readonly capture: CaptureRecord | undefined;
}

/** Requests a capture as soon as possible and returns the id of the request. Throws as requestCapture. */
export async function beginCapture(parts: ScheduleParts, owner: string, webpageId: string): Promise<string> {
  const id = randomUUIDv7();
  await requestCapture(parts, owner, webpageId, timeOf(id));
  return id;
}

/**
 * The first capture that began after the request: an earlier one may show an older state of the page. Throws
 * Problem('not-found').
 */
export async function captureProgress(
  store: Store,
  owner: string,
  webpageId: string,
  id: string,
  now: Date,
): Promise<CaptureProgress> {
  const requestedAt = timeOf(id);
  const capture = await store.captures.firstSince(owner, webpageId, requestedAt.toISOString());
  if (capture) return { id, webpageId, requestedAt, status: 'done', capture };
  const schedule = await store.schedules.find(owner, webpageId, now);
  if (!schedule) throw notFound('webpage');
  const status = schedule.state.kind === 'capturing' ? 'capturing' : 'queued';
  return { id, webpageId, requestedAt, status, capture: undefined };
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** The progress when the capture is done, or after the time, or when the signal aborts. */
export async function waitForCapture(
  read: () => Promise<CaptureProgress>,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<CaptureProgress> {
  const end = performance.now() + waitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const progress = await read();
    const left = end - performance.now();
    if (progress.status === 'done' || left <= 0 || signal.aborted) return progress;
    await delay(Math.min(pause, left), undefined, { signal }).catch(() => undefined);
  }
}
