/** Limits how many requests run at once. */
export interface ConcurrencyLimit {
  /** Whether one more request may run. */
  enter(): boolean;
  /** A request has ended after `tookMs`; undefined if it was refused later, and is no measure of the load. */
  leave(tookMs: number | undefined): void;
}

const IN_TIME_FOR_ONE_MORE = 10;

/**
 * The limit begins at `most`. Each answer that takes longer than `inTimeMs` lowers it by one, down to `least`; ten answers
 * in time raise it by one. So a burst of requests is admitted, and a steady overload is held to what can be answered in time.
 */
export function makeConcurrencyLimit(options: { most: number; least: number; inTimeMs: number }): ConcurrencyLimit {
  const { most, least, inTimeMs } = options;
  let running = 0;
  let limit = most;
  let inTime = 0;
  return {
    enter() {
      if (running >= limit) return false;
      running += 1;
      return true;
    },
    leave(tookMs) {
      running -= 1;
      if (tookMs === undefined) return;
      if (tookMs > inTimeMs) {
        limit = Math.max(Math.min(least, most), limit - 1);
        return;
      }
      inTime += 1;
      if (inTime < IN_TIME_FOR_ONE_MORE) return;
      inTime = 0;
      limit = Math.min(most, limit + 1);
    },
  };
}
