import type { Box } from '../../domain/findings.ts';
import type { Bitmap, Pair } from './bitmap.ts';

/** A cell is registered with its surroundings: a piece of a straight stroke alone fits many letters. */
const AROUND = 2;
const SIDE = 8 + 2 * AROUND;

const STEPS_X = [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1];
const STEPS_Y = [0, -1, 1, -0.5, 0.5, -0.25, 0.25, -0.75, 0.75];

/** A larger distance of the mean colours is another colour of the same brightness. */
const COLOUR_TOLERANCE = 16;

/** Less contrast is noise. */
const LEAST_CONTRAST = 64;

/** The share of each neighbour in a softened pixel: edges between pixels are softer than edges at a pixel. */
const SOFT = 0.05;

/**
 * A difference of this many pixels across and down counts nearly as much as one of the whole cell, where nothing moved: a
 * minus, or another digit in small print. Letters of a word that moved may be farther apart.
 */
const PEAK = 3;
const PEAK_WEIGHT = 0.7;

/**
 * Larger residuals need not be told apart: most steps end after a few rows or columns. It is more than WEAK_RESIDUAL in
 * differing-cells.ts.
 */
const LARGEST_RESIDUAL = 40;

const fixed = new Float32Array(SIDE * SIDE);
const moved = new Float32Array((SIDE + 2) * (SIDE + 2));
const line = new Float32Array(SIDE + 2);
const rest = new Float32Array(SIDE * SIDE);

interface Sums {
  /** The sums of the rows or columns of `fixed`. */
  readonly fixed: Float64Array;
  /** The sums of `moved` at each whole step along the rows or columns. */
  readonly moved: Float64Array;
}

const rowSums: Sums = { fixed: new Float64Array(SIDE), moved: new Float64Array(3 * (SIDE + 2)) };
const columnSums: Sums = { fixed: new Float64Array(SIDE), moved: new Float64Array(3 * (SIDE + 2)) };

/**
 * How much a cell differs (root mean square of the brightness, relative to the contrast) where it fits best, moved by up to one pixel in steps of a
 * fraction. Chromium draws letters at quarters of a pixel, and edges at the fraction where they lie: interpolation
 * between neighbouring pixels gives nearly the same pixels, while another letter does not fit anywhere. Interpolation
 * blurs, so either picture may be the sharper one. A residual of at most `enough` need not be the least one.
 */
export function residualOf(before: Bitmap, after: Bitmap, pair: Pair, cell: Box, enough: number): number {
  if (chromaDistance(before, after, pair, cell) > COLOUR_TOLERANCE) return LARGEST_RESIDUAL;
  const [old, newer] = [
    { bitmap: before, box: pair.before },
    { bitmap: after, box: pair.after },
  ];
  const forward = residualTo(old, newer, cell, enough);
  return forward <= enough ? forward : Math.min(forward, residualTo(newer, old, cell, enough));
}

interface Part {
  readonly bitmap: Bitmap;
  readonly box: Box;
}

/** The residual where the other part is interpolated. */
function residualTo(part: Part, other: Part, cell: Box, enough: number): number {
  const isInPlace = Math.abs(part.box.x - other.box.x) <= 1 && Math.abs(part.box.y - other.box.y) <= 1;
  const [left, top] = [cell.x - AROUND, cell.y - AROUND];
  const width = cell.width + 2 * AROUND;
  const height = cell.height + 2 * AROUND;
  const around = { x: other.box.x + left - 1, y: other.box.y + top - 1, width: width + 2, height: height + 2 };
  readBrightness(part.bitmap, { x: part.box.x + left, y: part.box.y + top, width, height }, fixed);
  readBrightness(other.bitmap, around, moved);
  const contrast = Math.max(LEAST_CONTRAST, contrastOf(fixed, width * height));
  const least = (enough * contrast) / 255;
  readSums(width, height);
  let best = (LARGEST_RESIDUAL * contrast) / 255;
  for (const stepY of STEPS_Y) {
    for (const stepX of STEPS_X) {
      const most = best * best * width * height;
      if (leastDifference(columnSums, width, height, 1 + stepY, 1 + stepX, most) >= most) continue;
      if (leastDifference(rowSums, height, width, 1 + stepX, 1 + stepY, most) >= most) continue;
      const difference = differenceAt(width, height, 1 + stepX, 1 + stepY, best);
      if (difference < best)
        best = Math.min(best, isInPlace ? Math.max(difference, PEAK_WEIGHT * peakOf(width, height)) : difference);
    }
    if (best <= least) break;
  }
  return (best * 255) / contrast;
}

interface Lines {
  readonly count: number;
  readonly length: number;
  /** From one line to the next, and from one value of a line to the next. */
  readonly across: number;
  readonly along: number;
}

function readSums(width: number, height: number): void {
  const stride = width + 2;
  sumLines(fixed, rowSums.fixed, 1, { count: height, length: width, across: width, along: 1 });
  sumLines(moved, rowSums.moved, 3, { count: height + 2, length: width, across: stride, along: 1 });
  sumLines(fixed, columnSums.fixed, 1, { count: width, length: height, across: 1, along: width });
  sumLines(moved, columnSums.moved, 3, { count: stride, length: height, across: 1, along: stride });
}

function sumLines(values: Float32Array, into: Float64Array, steps: number, lines: Lines): void {
  const { count, length, across, along } = lines;
  for (let step = 0; step < steps; step += 1) {
    for (let line = 0; line < count; line += 1) {
      let sum = 0;
      const from = step * along + line * across;
      for (let at = 0; at < length; at += 1) sum += values[from + at * along] as number;
      into[step * (SIDE + 2) + line] = sum;
    }
  }
}

/**
 * The sum of the squares of the differences, by the sums of lines, interpolated as the pixels are: that of the pixels is at
 * least as large. A sum of `most` or more need not be the whole one.
 */
function leastDifference(
  sums: Sums,
  count: number,
  length: number,
  along: number,
  across: number,
  most: number,
): number {
  const [left, top] = [Math.floor(along), Math.floor(across)];
  const [fx, fy] = [along - left, across - top];
  const [dx, dy] = [fx > 0 ? SIDE + 2 : 0, fy > 0 ? 1 : 0];
  const first = left * (SIDE + 2) + top;
  let sum = 0;
  for (let line = 0; line < count && sum < most; line += 1) {
    const at = first + line;
    const upper = (sums.moved[at] as number) * (1 - fx) + (sums.moved[at + dx] as number) * fx;
    const lower = (sums.moved[at + dy] as number) * (1 - fx) + (sums.moved[at + dy + dx] as number) * fx;
    const difference = (sums.fixed[line] as number) - upper * (1 - fy) - lower * fy;
    sum += (difference * difference) / length;
  }
  return sum;
}

function contrastOf(values: Float32Array, count: number): number {
  let [least, most] = [255, 0];
  for (let at = 0; at < count; at += 1) {
    const value = values[at] ?? 0;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least;
}

/** At the edges of the picture, the last pixels are repeated. */
function readBrightness({ data, width, height }: Bitmap, box: Box, into: Float32Array): void {
  let at = 0;
  for (let row = box.y; row < box.y + box.height; row += 1) {
    const start = Math.min(height - 1, Math.max(0, row)) * width;
    for (let column = box.x; column < box.x + box.width; column += 1) {
      const pixel = (start + Math.min(width - 1, Math.max(0, column))) * 3;
      into[at] = ((data[pixel] ?? 0) * 77 + (data[pixel + 1] ?? 0) * 150 + (data[pixel + 2] ?? 0) * 29) / 256;
      at += 1;
    }
  }
  for (let row = 0; row < box.height; row += 1) soften(into, row * box.width, 1, box.width);
  for (let column = 0; column < box.width; column += 1) soften(into, column, box.width, box.height);
}

/** Softens a row or a column in place. */
function soften(values: Float32Array, from: number, step: number, count: number): void {
  for (let at = 0; at < count; at += 1) line[at] = values[from + at * step] ?? 0;
  for (let at = 1; at < count - 1; at += 1) {
    const beside = (line[at - 1] ?? 0) + (line[at + 1] ?? 0);
    values[from + at * step] = (1 - 2 * SOFT) * (line[at] ?? 0) + SOFT * beside;
  }
}

function differenceAt(width: number, height: number, x: number, y: number, enough: number): number {
  const stride = width + 2;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [fx, fy] = [x - left, y - top];
  const [dx, dy] = [fx > 0 ? 1 : 0, fy > 0 ? stride : 0];
  const most = enough * enough * width * height;
  let sum = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = (row + top) * stride + column + left;
      const upper = (moved[at] ?? 0) * (1 - fx) + (moved[at + dx] ?? 0) * fx;
      const lower = (moved[at + dy] ?? 0) * (1 - fx) + (moved[at + dy + dx] ?? 0) * fx;
      const difference = (fixed[row * width + column] ?? 0) - upper * (1 - fy) - lower * fy;
      rest[row * width + column] = difference;
      sum += difference * difference;
    }
    if (sum > most) return enough;
  }
  return Math.sqrt(sum / (width * height));
}

/** The largest mean difference of PEAK × PEAK pixels. */
function peakOf(width: number, height: number): number {
  let most = 0;
  for (let row = 0; row + PEAK <= height; row += 1) {
    for (let column = 0; column + PEAK <= width; column += 1) {
      let sum = 0;
      for (let down = row; down < row + PEAK; down += 1) {
        const at = down * width + column;
        sum += (rest[at] as number) + (rest[at + 1] as number) + (rest[at + 2] as number);
      }
      most = Math.max(most, Math.abs(sum));
    }
  }
  return most / (PEAK * PEAK);
}

/** The distance of the mean colours, apart from their brightness, which depends on the fraction of a pixel. */
function chromaDistance(before: Bitmap, after: Bitmap, pair: Pair, cell: Box): number {
  let [redGreen, blueGreen] = [0, 0];
  for (let row = cell.y; row < cell.y + cell.height; row += 1) {
    let there = ((pair.before.y + row) * before.width + pair.before.x + cell.x) * 3;
    let here = ((pair.after.y + row) * after.width + pair.after.x + cell.x) * 3;
    for (let column = 0; column < cell.width; column += 1) {
      const green = (before.data[there + 1] ?? 0) - (after.data[here + 1] ?? 0);
      redGreen += (before.data[there] ?? 0) - (after.data[here] ?? 0) - green;
      blueGreen += (before.data[there + 2] ?? 0) - (after.data[here + 2] ?? 0) - green;
      there += 3;
      here += 3;
    }
  }
  return Math.max(Math.abs(redGreen), Math.abs(blueGreen)) / (cell.width * cell.height);
}
