import type { Row } from './report.ts';

/** How much is measured, and over how large an archive. */
export interface Effort {
  readonly webpages: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Makes the archive anew even if one of this size is at hand. */
  readonly refill: boolean;
}

export type Part = (effort: Effort) => AsyncIterable<Row>;

export interface Compared {
  readonly product: number;
  readonly limit: number;
  readonly ratio: number;
}

/**
 * Measures two things in turn, many times, and takes medians: what else the machine does then falls on both alike.
 * The ratio is the median of those of the rounds, not the ratio of the medians. The first round warms up.
 */
export async function compare(
  rounds: number,
  sides: { product(round: number): Promise<number>; limit(round: number): Promise<number> },
): Promise<Compared> {
  const measured: Compared[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const limit = await sides.limit(round);
    const product = await sides.product(round);
    if (round > 0) measured.push({ product, limit, ratio: product / limit });
  }
  return {
    product: median(measured.map(({ product }) => product)),
    limit: median(measured.map(({ limit }) => limit)),
    ratio: median(measured.map(({ ratio }) => ratio)),
  };
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** In another order; the same one every time, so that two runs ask for the same things. */
export function shuffle<T>(items: readonly T[], seed = 1): T[] {
  const shuffled = [...items];
  let state = seed;
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const other = state % (last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
