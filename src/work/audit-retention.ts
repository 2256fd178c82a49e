import type { Store } from '../domain/ports/store.ts';
import { daysFrom } from '../domain/session.ts';
import { repeat } from './loop.ts';

const PAUSE_MS = 3_600_000;

/** Small steps, so that other writers do not wait long. */
const EVENTS_A_STEP = 500;

export interface AuditRetentionParts {
  readonly store: Store;
  readonly auditDays: number;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
}

/** Deletes events of the audit log that are older than the retention time, until the signal. */
export function runAuditRetention(parts: AuditRetentionParts, signal: AbortSignal): Promise<void> {
  const { reportFailure } = parts;
  return repeat(() => forgetOldEvents(parts, signal), { pauseMs: PAUSE_MS, reportFailure, signal });
}

export async function forgetOldEvents(
  { store, auditDays, now }: Pick<AuditRetentionParts, 'store' | 'auditDays' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const before = daysFrom(now(), -auditDays);
  while (!signal.aborted && (await store.audit.forget(before, EVENTS_A_STEP)));
}
