import { alignRows } from './align-rows.ts';
import type { Bitmap, Pair } from './bitmap.ts';

/** Rows that must be the same for a place to be better than another. */
const LEAST_ROWS = 16;

/**
 * Where the pictures lie on each other. If one is wider, the page may be at the left, in the middle or at the right: the
 * place where most rows are the same.
 */
export function overlay(before: Bitmap, after: Bitmap): Pair {
  const width = Math.min(before.width, after.width);
  const space = Math.max(before.width, after.width) - width;
  const places = [...new Set([0, Math.floor(space / 2), Math.ceil(space / 2), space])];
  const pairs = places.map((x) => ({
    before: { x: before.width > width ? x : 0, y: 0, width, height: before.height },
    after: { x: after.width > width ? x : 0, y: 0, width, height: after.height },
  }));
  const [first] = pairs;
  if (!first || pairs.length === 1)
    return first ?? { before: { x: 0, y: 0, ...before }, after: { x: 0, y: 0, ...after } };
  const scored = pairs.map((pair) => {
    const { same } = alignRows(before, after, pair, LEAST_ROWS);
    return { pair, rows: same.reduce((sum, part) => sum + part.after.height, 0) };
  });
  return scored.reduce((best, each) => (each.rows > best.rows ? each : best), { pair: first, rows: 0 }).pair;
}
