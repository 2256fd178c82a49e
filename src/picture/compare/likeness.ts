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
  /** Measured when content of a similar size is found for the first time: most content has none. */
  readonly means: () => readonly number[];
}

/** A side of this length is divided into fields. The fields of shorter ones would depend on single pixels. */
const DIVIDED_FROM = 64;
const FIELDS = 4;

export function contentOf(bitmap: Bitmap, box: Box): Content {
  let means: readonly number[] | undefined;
  return {
    box,
    means: () => {
      means ??= fieldsOf(box).flatMap((field) => meanColour(bitmap, field));
      return means;
    },
  };
}

function fieldsOf(box: Box): Box[] {
  const columns = divide(box.x, box.width);
  return divide(box.y, box.height).flatMap(([y, height]) => columns.map(([x, width]) => ({ x, y, width, height })));
}

function divide(start: number, length: number): (readonly [start: number, length: number])[] {
  const count = length >= DIVIDED_FROM ? FIELDS : 1;
  const edges = Array.from({ length: count + 1 }, (_, index) => Math.ceil((index * length) / count));
  return edges.slice(1).map((end, index) => [start + (edges[index] ?? 0), end - (edges[index] ?? 0)]);
}

function meanColour({ data, width }: Bitmap, box: Box): number[] {
  let [red, green, blue] = [0, 0, 0];
  for (let y = box.y; y < box.y + box.height; y += 1) {
    const from = (y * width + box.x) * 3;
    for (let at = from; at < from + box.width * 3; at += 3) {
      red += data[at] ?? 0;
      green += data[at + 1] ?? 0;
      blue += data[at + 2] ?? 0;
    }
  }
  return [red, green, blue].map((sum) => sum / Math.max(1, box.width * box.height));
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
  const [old, newer] = [there.means(), here.means()];
  if (old.length !== newer.length) return undefined;
  if (old.some((mean, index) => Math.abs(mean - (newer[index] ?? 0)) > COLOUR_TOLERANCE)) return undefined;
  if (isSamePart(before, pair.before, after, pair.after)) return [];
  const { differing, share } = compareCells(before, after, pair, countCells(there.box) * MOST_DIFFERING);
  return share <= MOST_DIFFERING ? differing : undefined;
}
