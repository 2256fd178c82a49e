import type { AttemptCount } from './ports/sessions.ts';

export interface DelayRule {
  /** Failed attempts without a delay. */
  readonly free: number;
  readonly longestSeconds: number;
}

// Rules for browsers that have never signed in to the account. All of them apply at once.
/** Guesses on one account from one place. */
export const PER_ACCOUNT_AND_NETWORK: DelayRule = { free: 5, longestSeconds: 900 };
/** Guesses on many accounts from one place. More are free, because many people may share one address. */
export const PER_NETWORK: DelayRule = { free: 20, longestSeconds: 900 };
/** A provider that gives its customers a /48 of IPv6 addresses gives each of them 65,536 networks. */
export const PER_WIDE_NETWORK: DelayRule = { free: 100, longestSeconds: 900 };
/** Guesses on one account from many places. The delay is short, because the owner has it too on a new device. */
export const PER_ACCOUNT: DelayRule = { free: 100, longestSeconds: 10 };

/** A browser that has signed in to the account: only its own attempts count. */
export const PER_DEVICE: DelayRule = { free: 10, longestSeconds: 60 };
/** The password of a signed-in member, which some forms ask for again. */
export const PER_MEMBER: DelayRule = { free: 5, longestSeconds: 60 };

// Codes of the second step, after a correct password. Three of a million codes are right at any time.
/** From one known browser or one network. */
export const PER_CODE_SOURCE: DelayRule = { free: 5, longestSeconds: 900 };
/** From all networks, apart from known browsers. */
export const PER_CODE_ACCOUNT: DelayRule = { free: 20, longestSeconds: 900 };

/** Mails with a link for a new password, to one address. */
export const PER_FORGETFUL: DelayRule = { free: 3, longestSeconds: 900 };
/** Invitations that a member has sent to addresses. */
export const PER_INVITER: DelayRule = { free: 20, longestSeconds: 3600 };

/** An attacker that pauses this long, to get the free attempts of a network again, makes fewer guesses than at the longest delay. */
export const ATTEMPTS_FORGOTTEN_AFTER_HOURS = 6;

/** Seconds until the next attempt is accepted. The delay doubles with each failed attempt. */
export function secondsToWait({ count, lastAt }: AttemptCount, rule: DelayRule, now: Date): number {
  if (lastAt === undefined || count < rule.free) return 0;
  const pause = Math.min(2 ** Math.min(count - rule.free, 30), rule.longestSeconds);
  return Math.max(0, Math.ceil((Date.parse(lastAt) - now.getTime()) / 1000 + pause));
}
