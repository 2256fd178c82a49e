import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';
import { boxAround } from './boxes.ts';

/** Less contrast with the background, relative to that of the strongest pixel, is the blurred edge of a letter. */
const LEAST_INK = 0.4;

/** Round digits are a little higher than straight ones. Letters without ascenders are lower, relative to those with. */
const LOWEST = 0.85;

/** Digits are narrower, relative to their height. Chinese characters are not. */
const WIDEST = 0.8;

/** Whether all letters of a word have the same height and are narrow, as the digits of a number are. */
export function isNumber(bitmap: Bitmap, box: Box): boolean {
  const letters = lettersOf(bitmap, box);
  const highest = Math.max(...letters.map(({ height }) => height));
  return letters.every(({ width, height }) => height >= highest * LOWEST && width <= highest * WIDEST);
}

/** Chinese and Japanese characters are about as wide as high, and a sentence has more of them than a word has letters. */
const SQUARE = { least: 0.7, most: 1.2 };
const LEAST_SQUARE = 0.6;
const LEAST_LENGTH = 8;

/** Whether text has no spaces between words, as in Chinese and Japanese. */
export function isIdeographic(bitmap: Bitmap, box: Box): boolean {
  if (box.width < box.height * LEAST_LENGTH) return false;
  let [square, all] = [0, 0];
  for (const { width } of lettersOf(bitmap, box)) {
    all += width;
    if (width >= box.height * SQUARE.least && width <= box.height * SQUARE.most) square += width;
  }
  return square >= all * LEAST_SQUARE;
}

/** The boxes of the ink between empty columns. */
function lettersOf({ data, width }: Bitmap, box: Box): Box[] {
  const background = (Math.max(0, box.y - 1) * width + Math.max(0, box.x - 1)) * 3;
  const contrast = (x: number, y: number) => {
    const at = (y * width + x) * 3;
    return Math.max(
      ...[0, 1, 2].map((channel) => Math.abs((data[at + channel] ?? 0) - (data[background + channel] ?? 0))),
    );
  };
  const rows = Array.from({ length: box.height }, (_, row) => box.y + row);
  const columns = Array.from({ length: box.width }, (_, column) => box.x + column);
  const least = LEAST_INK * Math.max(...columns.map((x) => Math.max(...rows.map((y) => contrast(x, y)))));
  const letters: Box[] = [];
  let open: Box | undefined;
  for (const x of columns) {
    const ink = rows.filter((y) => contrast(x, y) >= least);
    const [top, bottom] = [ink[0], ink.at(-1)];
    if (top === undefined || bottom === undefined) {
      open = undefined;
      continue;
    }
    const column = { x, y: top, width: 1, height: bottom + 1 - top };
    if (open) letters.pop();
    open = open ? boxAround(open, column) : column;
    letters.push(open);
  }
  return letters;
}
