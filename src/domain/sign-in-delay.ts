import type { AttemptCount } from './ports/sessions.ts';

/** How many tries are free, and how long the wait after each further one can become. */
export interface Slowdown {
  readonly free: number;
  readonly longestSeconds: number;
}

/** An account's owner must not be locked out for long by a stranger, so its wait stays short. */
export const PER_ACCOUNT: Slowdown = { free: 5, longestSeconds: 60 };
/** Many people may share one address. */
export const PER_ADDRESS: Slowdown = { free: 20, longestSeconds: 900 };

/** Old enough to mean nothing. */
export const ATTEMPTS_FORGOTTEN_AFTER_DAYS = 1;

/** The seconds until the next try is looked at: doubling with each one that failed. */
export function secondsToWait({ count, lastAt }: AttemptCount, slowdown: Slowdown, now: Date): number {
  if (lastAt === undefined || count < slowdown.free) return 0;
  const pause = Math.min(2 ** Math.min(count - slowdown.free, 30), slowdown.longestSeconds);
  return Math.max(0, Math.ceil((Date.parse(lastAt) - now.getTime()) / 1000 + pause));
}
