import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WaitingCapture } from '../domain/capture-schedule.ts';
import type { Finding } from '../domain/finding.ts';
import type { Store } from '../domain/ports/store.ts';
import { latestDue, nextRun, readSchedule, type Schedule } from '../domain/schedule.ts';
import { isInvented } from '../domain/webpage.ts';

type LateCapture = Extract<Finding, { kind: 'late capture' }>;

/** A part of this size takes about 10 ms, so that requests do not wait long. */
const AT_A_TIME = 200;

/**
 * Finds pages that are due later than their schedule allows. A clock that was ahead has set the time, and the page would
 * not be captured until then. `pagekeep demo` sets late due times on purpose.
 */
export async function* findLateCaptures(store: Store): AsyncGenerator<LateCapture> {
  const now = await store.schedules.databaseTime();
  for (let after = ''; ; await nextTurn()) {
    const pages = await store.schedules.dueAfter(now, { after, limit: AT_A_TIME });
    for (const page of pages) {
      if (isInvented(page.url) || page.dueAt <= latestOf(page, now).toISOString()) continue;
      const { webpageId, dueAt } = page;
      const nextAt = nextRun(scheduleOf(page), { after: now, jitterSeed: webpageId }).toISOString();
      yield { kind: 'late capture', webpage: webpageId, dueAt, nextAt };
    }
    const last = pages.at(-1);
    if (!last) return;
    after = last.webpageId;
  }
}

/** Clocks of machines that differ by less are right. */
const CLOCK_ERROR_MS = 5 * 60_000;
/** No queue of a site is longer. */
const LONGEST_QUEUE_MS = 24 * 3_600_000;

function latestOf(page: WaitingCapture, now: Date): Date {
  if (page.awaitsTurn) return new Date(now.getTime() + LONGEST_QUEUE_MS);
  const soon = new Date(now.getTime() + CLOCK_ERROR_MS);
  return latestDue({ schedule: scheduleOf(page), failures: page.failures, now: soon, jitterSeed: page.webpageId });
}

function scheduleOf({ schedule, timeZone }: WaitingCapture): Schedule {
  return readSchedule(schedule, timeZone);
}

export async function correctLateCapture(store: Store, { webpage, dueAt, nextAt }: LateCapture): Promise<void> {
  await store.schedules.correctDue(webpage, { from: dueAt, to: nextAt });
}
