import { availableParallelism, loadavg } from 'node:os';

/** How much longer a page needs for its work on this machine than on an idle one, at most twice as long. */
export const busyFactor = () => Math.min(2, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
