import { LRUCache } from 'lru-cache';
import { Problem } from '../domain/problem.ts';

/** Requests that a token may make in a window of time. */
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

/** Tokens that are counted at once; a token that is evicted begins a new window. */
const TOKENS = 100_000;

export interface RateCounter {
  count(tokenId: string): Allowance;
}

/** Counts in this process alone: with several API processes a token may make as many requests to each. */
export function makeRateLimit({ requests, windowMs }: RateLimit, now: () => number): RateCounter {
  const windows = new LRUCache<string, { until: number; used: number }>({ max: TOKENS });
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
  };
}

export function rateHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
  };
}

export function overLimit({ limit, reset }: Allowance): Problem {
  return new Problem('too-many', `The limit of ${limit} requests is used up; ask again in ${reset} s.`, {
    retryAfter: reset,
  });
}
