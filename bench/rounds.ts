import type { Row } from './report.ts';

/** How long the measurements take, and how large the archive is. */
export interface Effort {
  readonly webpages: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Captures in each measurement of a round. */
  readonly captures: number;
  /** The name of the only measurement to make; undefined: all of the part. */
  readonly only: string | undefined;
  /** Fills a new archive even if one of this size exists. */
  readonly refill: boolean;
}

export type Part = (effort: Effort) => AsyncIterable<Row>;

export interface Compared {
  readonly product: number;
  readonly limit: number;
  readonly ratio: number;
  /** The smallest and the largest ratio of the rounds. */
  readonly range: readonly [number, number];
}

/**
 * Measures two sides alternately, so that other load on the machine affects both. The results are medians; the ratio is
 * the median of the ratios of the rounds. The first round warms up and does not count.
 */
export async function compare(
  rounds: number,
  sides: { product(round: number): Promise<number>; limit(round: number): Promise<number> },
): Promise<Compared> {
  const measured: Omit<Compared, 'range'>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const limit = await sides.limit(round);
    const product = await sides.product(round);
    if (round > 0) measured.push({ product, limit, ratio: product / limit });
  }
  const ratios = measured.map(({ ratio }) => ratio);
  return {
    product: median(measured.map(({ product }) => product)),
    limit: median(measured.map(({ limit }) => limit)),
    ratio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
  };
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Uses a fixed seed, so that every run asks for the same paths in the same order. */
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
