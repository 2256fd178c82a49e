import type { Box } from '../../domain/findings.ts';
import { type Bitmap, isEmpty, type Pair } from './bitmap.ts';

/**
 * The part without the margins around its content, which have the colour of its corner in both pictures. Content on a
 * background of that colour becomes empty where there is none. A part with different backgrounds is kept as it is.
 */
export function trimPair(before: Bitmap, after: Bitmap, pair: Pair): Pair {
  if (isEmpty(pair.before)) return { ...pair, after: trimMargin(after, pair.after) };
  if (isEmpty(pair.after)) return { ...pair, before: trimMargin(before, pair.before) };
  if (!hasSameCorner(before, after, pair)) return pair;
  const old = trimFlat(before, pair.before);
  const newer = trimFlat(after, pair.after);
  if (!old && !newer) return { before: nothingAt(pair.before, 0, 0), after: nothingAt(pair.after, 0, 0) };
  if (!old && newer)
    return { before: nothingAt(pair.before, newer.x - pair.after.x, newer.y - pair.after.y), after: newer };
  if (!newer && old) return { before: old, after: nothingAt(pair.after, old.x - pair.before.x, old.y - pair.before.y) };
  return { before: old ?? pair.before, after: newer ?? pair.after };
}

/** Like trimPair, but cuts off only the sides that both pictures have, so that their rows can still be compared. */
export function trimTogether(before: Bitmap, after: Bitmap, pair: Pair): Pair {
  const trimmed = trimPair(before, after, pair);
  if (pair.before.width !== pair.after.width || isEmpty(trimmed.before) || isEmpty(trimmed.after)) return trimmed;
  const left = Math.min(trimmed.before.x - pair.before.x, trimmed.after.x - pair.after.x);
  const end = Math.max(
    trimmed.before.x + trimmed.before.width - pair.before.x,
    trimmed.after.x + trimmed.after.width - pair.after.x,
  );
  return {
    before: { ...trimmed.before, x: pair.before.x + left, width: end - left },
    after: { ...trimmed.after, x: pair.after.x + left, width: end - left },
  };
}

/** Whether both parts begin with the same colour, which is that of their background. */
export function hasSameCorner(before: Bitmap, after: Bitmap, pair: Pair): boolean {
  const there = cornerOf(before, pair.before);
  const here = cornerOf(after, pair.after);
  for (let channel = 0; channel < 3; channel += 1) {
    if (before.data[there + channel] !== after.data[here + channel]) return false;
  }
  return true;
}

/** Without margins in the colour above or below the part. A bar of another colour is content itself. */
function trimMargin(bitmap: Bitmap, box: Box): Box {
  if (isEmpty(box)) return box;
  const corner = cornerOf(bitmap, box);
  // A space in the colour of the page is no content.
  const isBlank = isColour(bitmap.data, corner, bitmap.data.length - 3) && !trimFlat(bitmap, box);
  if (isBlank) return { ...box, height: 0 };
  const around = [
    [box.x, box.y - 1],
    [box.x, box.y + box.height],
  ] as const;
  const isMargin = around.some(
    ([x, y]) => x >= 0 && y >= 0 && y < bitmap.height && isColour(bitmap.data, corner, (y * bitmap.width + x) * 3),
  );
  return isMargin ? (trimFlat(bitmap, box) ?? box) : box;
}

function nothingAt(box: Box, x: number, y: number): Box {
  return { x: box.x + x, y: box.y + Math.min(y, box.height), width: Math.max(0, box.width - x), height: 0 };
}

/** The box of the pixels that do not have the colour of the corner; undefined if all have it. */
export function trimFlat(bitmap: Bitmap, box: Box): Box | undefined {
  let { x, y } = box;
  let right = box.x + box.width;
  let bottom = box.y + box.height;
  const corner = cornerOf(bitmap, box);
  while (y < bottom && isRowOf(bitmap, corner, x, right, y)) y += 1;
  if (y === bottom) return undefined;
  while (isRowOf(bitmap, corner, x, right, bottom - 1)) bottom -= 1;
  while (isColumnOf(bitmap, corner, y, bottom, x)) x += 1;
  while (isColumnOf(bitmap, corner, y, bottom, right - 1)) right -= 1;
  return { x, y, width: right - x, height: bottom - y };
}

function cornerOf({ width }: Bitmap, { x, y }: Box): number {
  return (y * width + x) * 3;
}

function isRowOf({ data, width }: Bitmap, colour: number, from: number, to: number, y: number): boolean {
  for (let at = (y * width + from) * 3; at < (y * width + to) * 3; at += 3) {
    if (!isColour(data, colour, at)) return false;
  }
  return true;
}

function isColumnOf({ data, width }: Bitmap, colour: number, from: number, to: number, x: number): boolean {
  for (let y = from; y < to; y += 1) {
    if (!isColour(data, colour, (y * width + x) * 3)) return false;
  }
  return true;
}

function isColour(data: Uint8Array, colour: number, at: number): boolean {
  return data[at] === data[colour] && data[at + 1] === data[colour + 1] && data[at + 2] === data[colour + 2];
}
