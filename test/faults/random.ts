import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';

export interface Random {
  readonly seed: number;
  /** A whole number from 0 to `below` - 1. */
  whole(below: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** A pseudo-random sequence. FAULT_SEED=… with the seed of a failed run repeats it. */
export function seeded(t: TestContext): Random {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`FAULT_SEED=${seed}`);
  let state = seed;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return { seed, whole, pick: (choices) => choices[whole(choices.length)] as never };
}

/** `npm test` uses the short form, and `npm run test:faults` causes three times as many faults. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
