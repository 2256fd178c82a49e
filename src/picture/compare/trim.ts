import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';

/**
 * The part without the flat margins around its content. A margin has the colour of the corner; a part of one colour is
 * kept as it is, because a coloured bar is content.
 */
export function trimFlat(bitmap: Bitmap, box: Box): Box {
  let { x, y } = box;
  let right = box.x + box.width;
  let bottom = box.y + box.height;
  if (right <= x || bottom <= y) return box;
  const corner = (y * bitmap.width + x) * 3;
  while (y < bottom && isRowOf(bitmap, corner, x, right, y)) y += 1;
  if (y === bottom) return box;
  while (isRowOf(bitmap, corner, x, right, bottom - 1)) bottom -= 1;
  while (isColumnOf(bitmap, corner, y, bottom, x)) x += 1;
  while (isColumnOf(bitmap, corner, y, bottom, right - 1)) right -= 1;
  return { x, y, width: right - x, height: bottom - y };
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
