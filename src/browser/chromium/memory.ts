import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Chromium } from './chromium.ts';

export type MemoryLimits = {
  /** The maximum of a page process, in bytes. A page that reached 5.8 GB without a limit is killed after 1.6 s. */
  readonly renderer: number;
  /** A browser whose main process has more bytes is replaced. */
  readonly browser: number;
  /** Milliseconds between two checks. */
  readonly every: number;
};

export const defaultMemoryLimits: MemoryLimits = { renderer: 1.5e9, browser: 8e8, every: 200 };

/** While every page process is below this part of its limit, checks are half as frequent. */
const farFromLimit = 0.2;

const pageSize = 4096;

/**
 * Returns 0 for a process that has ended, and on systems without /proc. Reads synchronously: the thread pool took 10 ms
 * of CPU time of each capture, and reading /proc does not wait for a disk.
 */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageSize;
  } catch {
    return 0;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

/** Kills page processes above the limit until the signal aborts. Reports each, and a main process above its limit. */
export async function watchMemory(
  { connection }: Chromium,
  limits: MemoryLimits,
  report: { rendererEnded: () => void; browserGrown: () => void; busy: () => boolean; signal: AbortSignal },
): Promise<void> {
  let largest = 0;
  while (!report.signal.aborted) {
    const isFarFromLimit = largest < limits.renderer * farFromLimit;
    await wait(limits.every * (isFarFromLimit ? 2 : 1), undefined, { signal: report.signal, ref: false });
    if (!report.busy()) continue;
    largest = 0;
    const { processInfo } = await connection.send('SystemInfo.getProcessInfo');
    for (const { type, id } of processInfo) {
      if (type !== 'renderer' && type !== 'browser') continue;
      const bytes = residentBytes(id);
      if (type === 'browser' && bytes > limits.browser) report.browserGrown();
      if (type === 'renderer') largest = Math.max(largest, bytes);
      if (type === 'renderer' && bytes > limits.renderer) {
        report.rendererEnded();
        kill(id);
      }
    }
  }
}
