import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Chromium } from './chromium.ts';

export type MemoryBounds = {
  /** Bytes that the process of one page may hold. A bomb took 5.8 GB unguarded; looked at this often, it is ended in 1.6 s. */
  readonly renderer: number;
  /** Bytes of the browser's main process, above which it is replaced. */
  readonly browser: number;
  readonly every: number;
};

export const usualMemory: MemoryBounds = { renderer: 1.5e9, browser: 8e8, every: 200 };

/** As long as every page holds less than this part of what it may, they are looked at half as often. */
const farFromBound = 0.2;

const pageSize = 4096;

/**
 * Heartbeat bytes, or 0 for a process that is gone and where there is no /proc. Read at once and not through the thread
 * pool: /proc is memory, and the detour took 10 ms of CPU from every capture.
 */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageSize;
  } catch {
    return 0;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** Ends renderers that hold too much, until the signal aborts. Reports each, and the main process when it has grown. */
export async function watchMemory(
  { connection }: Chromium,
  bounds: MemoryBounds,
  report: { rendererEnded: () => void; browserGrown: () => void; busy: () => boolean; signal: AbortSignal },
): Promise<void> {
  let largest = 0;
  while (!report.signal.aborted) {
    const unhurried = largest < bounds.renderer * farFromBound;
    await wait(bounds.every * (unhurried ? 2 : 1), undefined, { signal: report.signal, ref: false });
    if (!report.busy()) continue;
    largest = 0;
    const { processInfo } = await connection.send('SystemInfo.getProcessInfo');
    for (const { type, id } of processInfo) {
      if (type !== 'renderer' && type !== 'browser') continue;
      const bytes = residentBytes(id);
      if (type === 'browser' && bytes > bounds.browser) report.browserGrown();
      if (type === 'renderer') largest = Math.max(largest, bytes);
      if (type === 'renderer' && bytes > bounds.renderer) {
        report.rendererEnded();
        end(id);
      }
    }
  }
}
