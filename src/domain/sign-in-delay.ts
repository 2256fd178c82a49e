import type { AttemptCount } from './ports/sessions.ts';

export interface DelayRule {
  /** Failed attempts without a delay. */
  readonly free: number;
  readonly longestSeconds: number;
}

/** Short, so that an attacker cannot lock the owner of the account out for long. */
export const PER_ACCOUNT: DelayRule = { free: 5, longestSeconds: 60 };
/** More free attempts, because many people may share one IP address. */
export const PER_ADDRESS: DelayRule = { free: 20, longestSeconds: 900 };

export const ATTEMPTS_FORGOTTEN_AFTER_DAYS = 1;

/** Seconds until the next attempt is accepted. The delay doubles with each failed attempt. */
export function secondsToWait({ count, lastAt }: AttemptCount, rule: DelayRule, now: Date): number {
  if (lastAt === undefined || count < rule.free) return 0;
  const pause = Math.min(2 ** Math.min(count - rule.free, 30), rule.longestSeconds);
  return Math.max(0, Math.ceil((Date.parse(lastAt) - now.getTime()) / 1000 + pause));
}
