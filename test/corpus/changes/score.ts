import type { Box, Findings } from '../../../src/domain/findings.ts';
import type { Truth } from './render.ts';

export interface Score {
  readonly truths: number;
  readonly regions: number;
  /** Changes that a region shows, each with a region of its own. */
  readonly found: number;
}

/** A region with a box in each picture that has the content. */
export interface FoundRegion {
  readonly before: Box;
  readonly after: Box;
}

const LEAST_OVERLAP = 0.5;

/** A region counts for one change at most, and a change for one region: a change that is cut in two is one false region. */
export function score(truths: readonly Truth[], regions: Findings['regions'] | readonly FoundRegion[]): Score {
  const left = new Set(regions);
  let found = 0;
  for (const truth of truths) {
    const best = [...left].map((region) => ({ region, by: overlap(truth, region) })).sort((a, b) => b.by - a.by)[0];
    if (!best || best.by < LEAST_OVERLAP) continue;
    left.delete(best.region);
    found += 1;
  }
  return { truths: truths.length, regions: regions.length, found };
}

/** In the picture where they overlap more, with all of the changed content or with the words of it that differ. */
function overlap({ before, after, words = {} }: Truth, region: FoundRegion): number {
  return Math.max(
    before ? overlapOf(before, region.before) : 0,
    after ? overlapOf(after, region.after) : 0,
    words.before ? overlapOf(words.before, region.before) : 0,
    words.after ? overlapOf(words.after, region.after) : 0,
  );
}

/** The area of the intersection relative to the area of the union. */
function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (one.width * one.height + other.width * other.height - width * height);
}
