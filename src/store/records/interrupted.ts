import { randomUUIDv7 } from 'node:crypto';
import type { Interrupted } from '../../domain/capture-schedule.ts';
import { timeOf } from '../../domain/identifier.ts';
import type { Queries, Row } from '../engine/database.ts';
import { logAttempt } from './captures.ts';

/**
 * Logs the attempt of a page whose lease ran out before anyone said what came of it. A power cut that takes the new lease
 * away takes this with it, and both are made again.
 */
export async function logInterrupted(tx: Queries, page: Row): Promise<Interrupted> {
  const webpageId = String(page.webpage_id);
  const endedAt = String(page.ready_at);
  const madeAt = timeOf(String(page.attempt)).toISOString();
  const before = await tx.get(
    'SELECT reason FROM captures WHERE webpage_id = $1 ORDER BY started_at DESC, id DESC LIMIT 1',
    [webpageId],
  );
  await logAttempt(tx, {
    // Not the attempt's own, with which a worker that was only held up comes back, to be told that it lost the page.
    id: randomUUIDv7(),
    webpageId,
    // By the clock of whoever had it, which may have been ahead.
    startedAt: madeAt < endedAt ? madeAt : endedAt,
    finishedAt: endedAt,
    outcome: 'failed',
    reason: 'interrupted',
    detail: 'The capture was cut off: Pagekeep ended, or lost its database, in the middle of it.',
    screenshotId: undefined,
    finalUrl: undefined,
    httpStatus: undefined,
    title: undefined,
    viewport: undefined,
    pageHeight: undefined,
    phases: {},
    warnings: [],
    browserVersion: undefined,
  });
  return before?.reason === 'interrupted' ? 'again' : 'once';
}
