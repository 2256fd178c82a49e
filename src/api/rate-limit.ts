import { Problem } from '../domain/problem.ts';
import { Recent } from '../domain/recent.ts';

/** So many requests in each window of time, for each token. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly reset: number;
  readonly allowed: boolean;
}

/** Tokens that are remembered; one that is forgotten begins a new window. */
const TOKENS = 100_000;

export interface RateCounter {
  /** Counts one request more. */
  count(tokenId: string): Allowance;
  /** Whether the next request will be refused. */
  isUsedUp(tokenId: string): boolean;
}

/** Counts in this process alone: with several API processes behind one address a token has that much of each. */
export function makeRateLimit({ requests, windowMs }: RateLimit, now: () => number): RateCounter {
  const windows = new Recent<string, { until: number; used: number }>(TOKENS);
  return {
    count(tokenId) {
      const at = now();
      let window = windows.get(tokenId);
      if (!window || window.until <= at) {
        window = { until: at + windowMs, used: 0 };
        windows.set(tokenId, window);
      }
      window.used += 1;
      return {
        limit: requests,
        remaining: Math.max(0, requests - window.used),
        reset: Math.ceil((window.until - at) / 1000),
        allowed: window.used <= requests,
      };
    },
    isUsedUp(tokenId) {
      const window = windows.get(tokenId);
      return window !== undefined && window.used >= requests && window.until > now();
    },
  };
}

export function rateHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
  };
}

export function overLimit({ limit, reset }: Allowance): Problem {
  return new Problem('too-many', `The limit of ${limit} requests is used up; ask again in ${reset} s.`, {
    retryAfter: reset,
  });
}
