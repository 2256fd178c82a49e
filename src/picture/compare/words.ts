import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';
import { isIdeographic } from './glyph-shapes.ts';

/** A box of more height is more than a word. */
const HIGHEST = 64;

/** Longer words, relative to their height, are the bars of a chart; in a picture, they are its texture. */
const LONGEST = 12;
const LONGEST_IN_PICTURE = 4;

/** Neighbouring pixels of a gradient differ by at most this much. */
const NOISE = 2;

/** The box of a changed digit becomes that of its word or price within the element, if it is not much larger. */
export function growToWord(bitmap: Bitmap, box: Box, element: Box): Box {
  if (box.height > HIGHEST) return box;
  const most = 12 + box.height;
  const rows = [element.y, element.y + element.height - 1] as const;
  const isFlatRow = (y: number) => isFlatSlice(bitmap, box.x, y, box.width, 1);
  const top = edge(box.y, rows[0], most, isFlatRow, 1);
  const bottom = edge(box.y + box.height - 1, rows[1], most, isFlatRow, 1) + 1;
  const height = bottom - top;
  const isSentence = isIdeographic(bitmap, { ...element, y: top, height });
  const gap = isSentence ? 1 : Math.max(3, Math.round(height * 0.4));
  const columns = [element.x, element.x + element.width - 1] as const;
  const isFlatColumn = (x: number) => isFlatSlice(bitmap, x, top, 1, height);
  const longest = height * (element.height > HIGHEST ? LONGEST_IN_PICTURE : LONGEST);
  const left = edge(box.x, columns[0], longest, isFlatColumn, gap);
  const right = edge(box.x + box.width - 1, columns[1], longest, isFlatColumn, gap) + 1;
  return { x: left, y: top, width: right - left, height };
}

/** The last place with ink before a gap or the end. If there is neither within `most` steps, the start. */
function edge(start: number, end: number, most: number, isFlat: (at: number) => boolean, gap: number): number {
  const step = end < start ? -1 : 1;
  let last = start;
  for (let at = start, flat = 0; Math.abs(at - start) <= most; at += step) {
    flat = isFlat(at) ? flat + 1 : 0;
    if (flat === 0) last = at;
    if (flat >= gap || at === end) return last;
  }
  return start;
}

/** Whether the pixels have one colour, apart from the noise of a gradient. Outside of the picture there is nothing. */
function isFlatSlice({ data, width, height }: Bitmap, x: number, y: number, across: number, down: number): boolean {
  if (x < 0 || y < 0 || x + across > width || y + down > height) return true;
  const first = (y * width + x) * 3;
  for (let row = y; row < y + down; row += 1) {
    const from = (row * width + x) * 3;
    for (let at = 0; at < across * 3; at += 1) {
      const difference = (data[from + at] ?? 0) - (data[first + (at % 3)] ?? 0);
      if (difference > NOISE || difference < -NOISE) return false;
    }
  }
  return true;
}
