import type { Alerts } from '../domain/ports/alerts.ts';
import { pause, repeat } from './loop.ts';

export interface DiskWatchParts {
  /** Folders that the archive writes to. */
  readonly folders: readonly string[];
  readonly reserveBytes: number;
  freeBytes(folder: string): Promise<number>;
  readonly alerts: Alerts;
  /** The source of the alert. It names this machine, because several may share the database. */
  readonly source: string;
  readonly now: () => Date;
  readonly report: DiskReport;
  readonly everyMs?: number;
}

interface DiskReport {
  paused(message: string): void;
  resumed(): void;
  failed(error: unknown): void;
}

export interface DiskWatch {
  /** Why captures are paused; undefined while they are not. */
  readonly pausedBecause: () => string | undefined;
  readonly ended: Promise<void>;
}

const EVERY_MS = 5_000;
/** Captures resume at a little more than the reserve, so that they do not stop and start again at its limit. */
const ENOUGH = 1.05;

/** Checks the free space until the signal. The first check is done when this resolves. */
export async function watchDisks(parts: DiskWatchParts, signal: AbortSignal): Promise<DiskWatch> {
  const { alerts, source, now, report } = parts;
  let because: string | undefined;
  // Undefined: an earlier process may have left an alert, so the first check writes the state in any case.
  let raised: boolean | undefined;

  async function look(): Promise<void> {
    const before = because;
    because = await findFull(parts, before !== undefined);
    if (because !== undefined && before === undefined) report.paused(because);
    if (because === undefined && before !== undefined) report.resumed();
    const wanted = because !== undefined;
    if (raised === wanted) return;
    if (because !== undefined) await alerts.raise({ source, message: because, since: now().toISOString() });
    else await alerts.clear(source);
    raised = wanted;
  }

  async function watch(): Promise<void> {
    const pauseMs = parts.everyMs ?? EVERY_MS;
    await pause(pauseMs, signal);
    await repeat(look, { pauseMs, reportFailure: report.failed, signal });
  }

  await look().catch(report.failed);
  return { pausedBecause: () => because, ended: watch() };
}

async function findFull(parts: DiskWatchParts, isPaused: boolean): Promise<string | undefined> {
  const needed = parts.reserveBytes * (isPaused ? ENOUGH : 1);
  for (const folder of parts.folders) {
    const free = await parts.freeBytes(folder);
    if (free < needed) {
      const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
      return `Captures are paused: the disk of ${folder} has ${megabytes(free)} free, less than the ${megabytes(parts.reserveBytes)} of DISK_RESERVE_MB. They resume by themselves once there is more.`;
    }
  }
  return undefined;
}
