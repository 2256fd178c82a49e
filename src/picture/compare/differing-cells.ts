import type { Box, Size } from '../../domain/findings.ts';
import type { Bitmap, Pair } from './bitmap.ts';
import { residualOf } from './residual.ts';

/** The side of a square cell in pixels. */
const CELL = 8;

/** Smaller differences of a channel are noise. */
const TOLERANCE = 12;

/** A cell with larger differences is not flat, but part of a photograph. */
const FLAT_SPREAD = 1;

/** A flat cell whose colour differs more has another colour. */
const FLAT_TOLERANCE = 4;

/** The residual of text at another fraction of a pixel is at most this, and so is that of a photograph with other noise. */
const MOST_RESIDUAL = 28;

/** A single letter that fits badly may reach this. Another digit exceeds it in at least one of its cells. */
const WEAK_RESIDUAL = 38;
const NEAR = 24;
const MOST_WEAK = 500;

/** Registering a cell takes about 10 µs. In a part with more suspicious cells, they count as different without it. */
const MOST_REGISTERED = 20_000;

/** The number of cells in a part of this size. */
export function countCells({ width, height }: Size): number {
  return Math.ceil(width / CELL) * Math.ceil(height / CELL);
}

interface Differing {
  /** The box around the different pixels, relative to the part. */
  readonly box: Box;
  readonly pixels: number;
}

export interface CellComparison {
  readonly differing: readonly Differing[];
  /** The differing cells as a share of all cells that are not one colour in both pictures, or that differ. */
  readonly share: number;
}

/** Compares two parts that lie on each other. Ends early, with a share of 1, where more than `most` cells differ. */
export function compareCells(
  before: Bitmap,
  after: Bitmap,
  pair: Pair,
  most = Number.POSITIVE_INFINITY,
): CellComparison {
  const width = Math.min(pair.before.width, pair.after.width);
  const height = Math.min(pair.before.height, pair.after.height);
  const differing: Differing[] = [];
  const weak: Differing[] = [];
  let telling = 0;
  let registered = 0;
  for (let y = 0; y < height; y += CELL) {
    for (let x = 0; x < width; x += CELL) {
      const cell = { x, y, width: Math.min(CELL, width - x), height: Math.min(CELL, height - y) };
      const look = lookAt(before, after, pair, cell);
      if (!look.isFlat || look.pixels > 0) telling += 1;
      if (look.pixels === 0) continue;
      let isWeak = false;
      if (!look.isFlat && registered < MOST_REGISTERED) {
        registered += 1;
        const residual = residualOf(before, after, pair, cell, MOST_RESIDUAL);
        if (residual <= MOST_RESIDUAL) continue;
        isWeak = residual <= WEAK_RESIDUAL;
      }
      (isWeak ? weak : differing).push({ box: look.box, pixels: look.pixels });
      if (differing.length > most) return { differing, share: 1 };
    }
  }
  const isCounted = (cell: Differing) =>
    weak.length > MOST_WEAK || differing.some((strong) => areNear(strong.box, cell.box));
  const counted = differing.concat(weak.filter(isCounted));
  return { differing: counted, share: telling === 0 ? 0 : counted.length / telling };
}

function areNear(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) <= NEAR && Math.abs(one.y - other.y) <= NEAR;
}

interface Look {
  /** Both pictures have one colour in the cell. */
  readonly isFlat: boolean;
  readonly pixels: number;
  readonly box: Box;
}

function lookAt(before: Bitmap, after: Bitmap, pair: Pair, cell: Box): Look {
  const firstOld = ((pair.before.y + cell.y) * before.width + pair.before.x + cell.x) * 3;
  const firstNew = ((pair.after.y + cell.y) * after.width + pair.after.x + cell.x) * 3;
  let [left, top, right, bottom, pixels] = [cell.x + cell.width, cell.y + cell.height, cell.x, cell.y, 0];
  let isFlat = true;
  for (let row = 0; row < cell.height; row += 1) {
    let old = firstOld + row * before.width * 3;
    let newer = firstNew + row * after.width * 3;
    for (let column = 0; column < cell.width; column += 1) {
      let distance = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = before.data[old + channel] ?? 0;
        const other = after.data[newer + channel] ?? 0;
        distance = Math.max(distance, Math.abs(value - other));
        if (isFlat) {
          const spread = Math.abs(value - (before.data[firstOld + channel] ?? 0));
          const otherSpread = Math.abs(other - (after.data[firstNew + channel] ?? 0));
          isFlat = spread <= FLAT_SPREAD && otherSpread <= FLAT_SPREAD;
        }
      }
      old += 3;
      newer += 3;
      if (distance <= TOLERANCE) continue;
      pixels += 1;
      left = Math.min(left, cell.x + column);
      right = Math.max(right, cell.x + column + 1);
      top = Math.min(top, cell.y + row);
      bottom = Math.max(bottom, cell.y + row + 1);
    }
  }
  if (isFlat && pixels === 0 && isOtherColour(before, firstOld, after, firstNew)) {
    return { isFlat, pixels: cell.width * cell.height, box: cell };
  }
  return { isFlat, pixels, box: { x: left, y: top, width: right - left, height: bottom - top } };
}

function isOtherColour(before: Bitmap, old: number, after: Bitmap, newer: number): boolean {
  for (let channel = 0; channel < 3; channel += 1) {
    const distance = Math.abs((before.data[old + channel] ?? 0) - (after.data[newer + channel] ?? 0));
    if (distance > FLAT_TOLERANCE) return true;
  }
  return false;
}
