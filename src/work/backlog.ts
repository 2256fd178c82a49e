import { type BacklogParts, compareNext } from '../app/compare-backlog.ts';
import { repeat } from './loop.ts';

/** The wait while captures run, while other processes hold the rest of the backlog, and after a failure. */
const PAUSE_MS = 2_000;
const FAILURE_MS = 30_000;
/** An archive that always captures pages still compares two captures in this time. */
const LONGEST_WAIT_MS = 60_000;
const REPORT_MS = 60_000;

export interface BacklogWorkParts extends BacklogParts {
  readonly report: BacklogReport;
}

interface BacklogReport {
  /** Called at the start, every minute, and at the end with 0; never if there is no backlog. */
  progress(webpagesLeft: number): void;
  failed(error: unknown): void;
}

/**
 * Compares captures from before captures were compared, while no page is captured or due. Ends when all are compared.
 */
export async function runBacklog(parts: BacklogWorkParts, signal: AbortSignal): Promise<void> {
  const { store, report } = parts;
  let comparedAt = performance.now();
  let reportedAt: number | undefined;
  let isEmpty = false;
  let waitMs = 0;

  async function look(): Promise<void> {
    const left = await store.comparisonBacklog.size();
    isEmpty = left === 0;
    if (isEmpty && reportedAt === undefined) return;
    report.progress(left);
    reportedAt = performance.now();
  }

  async function step(): Promise<void> {
    waitMs = FAILURE_MS;
    if (reportedAt === undefined || performance.now() - reportedAt >= REPORT_MS) await look();
    if (isEmpty) return;
    if (performance.now() - comparedAt < LONGEST_WAIT_MS && (await isCapturing(parts))) {
      waitMs = PAUSE_MS;
      return;
    }
    const done = await compareNext(parts, signal);
    waitMs = done === undefined ? PAUSE_MS : 0;
    if (done === undefined) isEmpty = (await store.comparisonBacklog.size()) === 0;
    else if (done !== 'passed') comparedAt = performance.now();
    if (isEmpty) report.progress(0);
  }

  const reportFailure = (error: unknown) => {
    if (!signal.aborted) report.failed(error);
  };
  await repeat(step, { pauseMs: () => waitMs, reportFailure, signal, isDone: () => isEmpty });
}

async function isCapturing({ store, now }: BacklogWorkParts): Promise<boolean> {
  if ((await store.schedules.leasesBeyond(now())).length > 0) return true;
  return (await store.schedules.queue(now())).due > 0;
}
