import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** The threads that run or wait for a core at this moment; 0 on systems without /proc. */
function runnableThreads(): number {
  try {
    return Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'latin1'))?.[1]);
  } catch {
    return 0;
  }
}

/**
 * How much longer a page needs for its work on this machine than on an idle one, at most twice as long. The load average
 * follows a change of the load after a minute, so the runnable threads count, too.
 */
export const busyFactor = () =>
  Math.min(2, Math.max(1, Math.max(loadavg()[0] ?? 0, runnableThreads()) / availableParallelism()));
