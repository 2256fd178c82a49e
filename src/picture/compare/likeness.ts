import type { Box } from '../../domain/findings.ts';
import { type Bitmap, isSamePart, type Pair } from './bitmap.ts';
import { compareCells, type Differing } from './differing-cells.ts';

/** Parts whose sizes differ by at most this much may be the same, drawn at other fractions of a pixel. */
const SIZE_TOLERANCE = 2;

/** A part of which more differs is another one. */
const MOST_DIFFERING = 0.08;

/** The mean colour of the same content differs by less. */
const COLOUR_TOLERANCE = 6;

export function isSimilarSize({ before, after }: Pair): boolean {
  const width = Math.abs(before.width - after.width);
  const height = Math.abs(before.height - after.height);
  return Math.max(width, height) <= SIZE_TOLERANCE;
}

/** Content with its mean colour, which tells most different content apart at no cost. */
export interface Content {
  readonly box: Box;
  readonly mean: readonly number[];
}

export function contentOf({ data, width }: Bitmap, box: Box): Content {
  const sums = [0, 0, 0] as [number, number, number];
  for (let y = box.y; y < box.y + box.height; y += 1) {
    for (let at = (y * width + box.x) * 3; at < (y * width + box.x + box.width) * 3; at += 3) {
      sums[0] += data[at] ?? 0;
      sums[1] += data[at + 1] ?? 0;
      sums[2] += data[at + 2] ?? 0;
    }
  }
  return { box, mean: sums.map((sum) => sum / (box.width * box.height)) };
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
  for (const [channel, mean] of there.mean.entries()) {
    if (Math.abs(mean - (here.mean[channel] ?? 0)) > COLOUR_TOLERANCE) return undefined;
  }
  if (isSamePart(before, pair.before, after, pair.after)) return [];
  const { differing, share } = compareCells(before, after, pair);
  return share <= MOST_DIFFERING ? differing : undefined;
}
