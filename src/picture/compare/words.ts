import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';

/** A box of more height is more than a word. */
const HIGHEST = 64;

/** The box of a changed digit becomes that of its word or price, if it is not much larger. */
export function growToWord(bitmap: Bitmap, box: Box): Box {
  if (box.height > HIGHEST) return box;
  const most = 12 + box.height;
  const top = edge(box.y, -1, most, (y) => isFlatSlice(bitmap, box.x, y, box.width, 1), 1);
  const bottom = edge(box.y + box.height - 1, 1, most, (y) => isFlatSlice(bitmap, box.x, y, box.width, 1), 1) + 1;
  const height = bottom - top;
  const gap = Math.max(3, Math.round(height * 0.4));
  const left = edge(box.x, -1, height * 4, (x) => isFlatSlice(bitmap, x, top, 1, height), gap);
  const right = edge(box.x + box.width - 1, 1, height * 4, (x) => isFlatSlice(bitmap, x, top, 1, height), gap) + 1;
  return { x: left, y: top, width: right - left, height };
}

/** The last place with ink before a gap. If there is no gap within `most` steps, the start. */
function edge(start: number, step: 1 | -1, most: number, isFlat: (at: number) => boolean, gap: number): number {
  let last = start;
  for (let at = start + step, flat = 0; Math.abs(at - start) <= most; at += step) {
    flat = isFlat(at) ? flat + 1 : 0;
    if (flat === 0) last = at;
    if (flat >= gap) return last;
  }
  return start;
}

/** Whether the pixels have one colour. Outside of the picture there is nothing. */
function isFlatSlice({ data, width, height }: Bitmap, x: number, y: number, across: number, down: number): boolean {
  if (x < 0 || y < 0 || x + across > width || y + down > height) return true;
  const first = (y * width + x) * 3;
  for (let row = y; row < y + down; row += 1) {
    for (let column = x; column < x + across; column += 1) {
      const at = (row * width + column) * 3;
      if (data[at] !== data[first] || data[at + 1] !== data[first + 1] || data[at + 2] !== data[first + 2])
        return false;
    }
  }
  return true;
}
