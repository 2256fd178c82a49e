import { setTimeout as delay } from 'node:timers/promises';
import type { Alerts } from '../domain/ports/alerts.ts';

export interface DiskWatchParts {
  /** Folders whose disks the archive grows on. */
  readonly folders: readonly string[];
  readonly reserveBytes: number;
  freeBytes(folder: string): Promise<number>;
  readonly alerts: Alerts;
  /** Names this machine among those that share the database. */
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
/** Captures go on once there is a little more than the reserve, so that they do not stop and go at its edge. */
const ENOUGH = 1.05;

/** Looks at the disks until the signal. The first look is over when this resolves. */
export async function watchDisks(parts: DiskWatchParts, signal: AbortSignal): Promise<DiskWatch> {
  const { alerts, source, now, report } = parts;
  let because: string | undefined;
  // The process before this one may have left an alert behind.
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
    while (!signal.aborted) {
      await delay(parts.everyMs ?? EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await look().catch(report.failed);
    }
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
      return `Captures are paused: the disk of ${folder} has ${megabytes(free)} free, less than the ${megabytes(parts.reserveBytes)} of DISK_RESERVE_MB. They go on by themselves once there is room.`;
    }
  }
  return undefined;
}
