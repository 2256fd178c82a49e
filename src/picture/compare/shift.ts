import type { Pair } from './bitmap.ts';

/** How far content moved. */
export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** Shifts that differ less are the same: lines of text snap to whole pixels. */
const TOLERANCE = 3;

export function shiftOf({ before, after }: Pair): Shift {
  return { x: after.x - before.x, y: after.y - before.y };
}

export function isSameShift(one: Shift, other: Shift): boolean {
  return Math.abs(one.x - other.x) < TOLERANCE && Math.abs(one.y - other.y) < TOLERANCE;
}

export function reverse({ x, y }: Shift): Shift {
  return { x: -x, y: -y };
}
