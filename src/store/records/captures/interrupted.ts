import { randomUUIDv7 } from 'node:crypto';
import type { Interrupted } from '../../../domain/capture-schedule.ts';
import { timeOf } from '../../../domain/identifier.ts';
import type { Queries, Row } from '../../engine/database.ts';
import { logAttempt } from './captures.ts';

/**
 * Logs an attempt whose lease expired without a result. The record is part of the transaction of the new lease, so a
 * power failure loses both or none.
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
    // Not the id of the attempt: its worker may only be slow and still try to record its result with that id.
    id: randomUUIDv7(),
    webpageId,
    // The clock of the worker may have been ahead.
    startedAt: madeAt < endedAt ? madeAt : endedAt,
    finishedAt: endedAt,
    outcome: 'failed',
    reason: 'interrupted',
    detail: 'The capture was interrupted: Pagekeep stopped, or lost its database connection.',
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
