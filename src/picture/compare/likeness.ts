import type { Box } from '../../domain/findings.ts';
import { type Bitmap, isSamePart, type Pair } from './bitmap.ts';
import { compareCells, countCells, type Differing } from './differing-cells.ts';

/** Parts whose sizes differ by at most this much may be the same, drawn at other fractions of a pixel. */
const SIZE_TOLERANCE = 2;

/** A part of which more differs is another one. */
const MOST_DIFFERING = 0.08;

/** The mean colours of the same content differ by less. */
const COLOUR_TOLERANCE = 8;

export function isSimilarSize({ before, after }: Pair): boolean {
  const width = Math.abs(before.width - after.width);
  const height = Math.abs(before.height - after.height);
  return Math.max(width, height) <= SIZE_TOLERANCE;
}

/** Content with the mean colours of its fields, which tell most different content apart at little cost. */
export interface Content {
  readonly box: Box;
  readonly means: readonly number[];
}

/** A side of this length is divided into fields. The fields of shorter ones would depend on single pixels. */
const DIVIDED_FROM = 64;
const FIELDS = 4;

export function contentOf({ data, width }: Bitmap, box: Box): Content {
  const across = box.width >= DIVIDED_FROM ? FIELDS : 1;
  const down = box.height >= DIVIDED_FROM ? FIELDS : 1;
  const sums = new Float64Array(across * down * 3);
  const counts = new Float64Array(across * down);
  for (let y = 0; y < box.height; y += 1) {
    const line = Math.floor((y * down) / box.height) * across;
    const row = ((box.y + y) * width + box.x) * 3;
    for (let x = 0; x < box.width; x += 1) {
      const field = line + Math.floor((x * across) / box.width);
      for (let channel = 0; channel < 3; channel += 1) {
        sums[field * 3 + channel] = (sums[field * 3 + channel] ?? 0) + (data[row + x * 3 + channel] ?? 0);
      }
      counts[field] = (counts[field] ?? 0) + 1;
    }
  }
  return { box, means: Array.from(sums, (sum, index) => sum / (counts[Math.floor(index / 3)] ?? 1)) };
}

/** The differences between two contents that show the same apart from details; undefined for different ones. */
export function compareContent(
  before: Bitmap,
  there: Content,
  after: Bitmap,
  here: Content,
): readonly Differing[] | undefined {
  const pair: Pair = { before: there.box, after: here.box };
  if (!isSimilarSize(pair)) return undefined;
  if (there.means.length !== here.means.length) return undefined;
  for (const [index, mean] of there.means.entries()) {
    if (Math.abs(mean - (here.means[index] ?? 0)) > COLOUR_TOLERANCE) return undefined;
  }
  if (isSamePart(before, pair.before, after, pair.after)) return [];
  const { differing, share } = compareCells(before, after, pair, countCells(there.box) * MOST_DIFFERING);
  return share <= MOST_DIFFERING ? differing : undefined;
}
