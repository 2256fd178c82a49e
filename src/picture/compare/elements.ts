import type { Box } from '../../domain/findings.ts';
import { areaOf, type Bitmap } from './bitmap.ts';
import { blotsOf } from './blots.ts';
import { gridOf } from './box-grid.ts';
import { ACROSS, DOWN, inkOf } from './ink.ts';
import { wordBoxes } from './letters.ts';

/** A word, an icon or a photograph: ink that belongs together. */
export interface Element {
  readonly box: Box;
  /** A hash of all pixels of the box. */
  readonly key: number;
}

/** A part with more connected pieces of ink is not divided: it is noise or a pattern. */
const MOST_BLOTS = 150_000;

/** Higher elements are pictures, which may differ in details. */
export const HIGHEST_TEXT = 64;

/** Ink is a photograph if fewer of the cells inside of it have one colour. */
const MOST_PLAIN = 0.5;
const CELL = 8;
const LEAST_PHOTOGRAPH = 32;

/** Fewer pixels are the end of a rule. */
const LARGEST_SPECK = 4;

/** A line of dots or dashes is a rule. */
const LEAST_RULE = 40;
const THICKEST_RULE = 4;

/** Round corners are smaller, and frames are higher. */
const LARGEST_CORNER = 48;
const LEAST_FRAME = 4;

/** The elements and rules in a part of a picture. */
export interface Look {
  readonly elements: readonly Element[];
  /** Straight edges across the part, such as those of frames, rules and backgrounds. */
  readonly rules: readonly Box[];
}

export function lookAt(bitmap: Bitmap, box: Box): Look {
  if (box.width <= 0 || box.height <= 0) return { elements: [], rules: [] };
  const { pixels, rules } = inkOf(bitmap, box);
  const blots = blotsOf(pixels, box.width, box.height, MOST_BLOTS);
  if (!blots) return { elements: [elementOf(bitmap, box)], rules };
  const placed = blots
    .filter((blot) => !isCorner(pixels, box, blot))
    .map((blot) => ({ ...blot, x: box.x + blot.x, y: box.y + blot.y }));
  const whole = mergeInside(placed, (blot) => isPhotograph(bitmap, blot));
  const words = wordBoxes(whole).filter(
    (word) => areaOf(word) > LARGEST_SPECK && Math.min(word.width, word.height) > 1,
  );
  const [dotted, elements] = [words.filter(isDottedRule), words.filter((word) => !isDottedRule(word))];
  return {
    elements: elements.map((word) => elementOf(bitmap, word)),
    rules: [...rules, ...dotted.flatMap((rule) => edgesOf(rule))],
  };
}

/** Whether ink is the round corner or the round end of a frame: it joins straight edges of different directions or rows. */
function isCorner(pixels: Uint8Array, { width, height }: Box, blot: Box): boolean {
  if (blot.width > LARGEST_CORNER || blot.height > LARGEST_CORNER) return false;
  let isDown = false;
  let [first, last] = [-1, -1];
  const right = Math.min(width, blot.x + blot.width + 1);
  const bottom = Math.min(height, blot.y + blot.height + 1);
  for (let y = Math.max(0, blot.y - 1); y < bottom; y += 1) {
    const isEnd = y <= blot.y || y >= blot.y + blot.height - 1;
    for (let x = Math.max(0, blot.x - 1); x < right; x += 1) {
      if (!isEnd && x > blot.x && x < blot.x + blot.width - 1) continue;
      const pixel = pixels[y * width + x];
      if (pixel === DOWN) isDown = true;
      if (pixel !== ACROSS) continue;
      if (first < 0) first = y;
      last = y;
    }
  }
  return first >= 0 && (isDown || last - first > LEAST_FRAME);
}

function isDottedRule({ width, height }: Box): boolean {
  return width >= LEAST_RULE && height <= THICKEST_RULE;
}

function edgesOf(rule: Box): Box[] {
  return [
    { ...rule, height: 0 },
    { ...rule, y: rule.y + rule.height - 1, height: 0 },
  ];
}

export function elementOf({ data, width }: Bitmap, box: Box): Element {
  let key = 0x811c9dc5 | 0;
  for (let y = box.y; y < box.y + box.height; y += 1) {
    const from = (y * width + box.x) * 3;
    for (let at = from; at < from + box.width * 3; at += 1) key = Math.imul(key ^ (data[at] ?? 0), 0x01000193);
    key ^= key >>> 15;
  }
  return { box, key };
}

/** Drops the boxes inside of those that absorb what they contain. */
function mergeInside(boxes: readonly Box[], absorbs: (box: Box) => boolean): Box[] {
  const large = boxes.filter(
    (box) => Math.min(box.width, box.height) >= LEAST_PHOTOGRAPH && box.height * box.width > 4000 && absorbs(box),
  );
  if (large.length === 0) return [...boxes];
  const grid = gridOf(large);
  return boxes.filter((box) => !grid.some(box, (outer) => outer !== box && contains(outer, box)));
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function isPhotograph(bitmap: Bitmap, box: Box): boolean {
  let plain = 0;
  let all = 0;
  for (let y = box.y; y + CELL <= box.y + box.height; y += CELL) {
    for (let x = box.x; x + CELL <= box.x + box.width; x += CELL) {
      all += 1;
      if (isPlain(bitmap, x, y)) plain += 1;
    }
  }
  return plain < all * MOST_PLAIN;
}

function isPlain({ data, width }: Bitmap, x: number, y: number): boolean {
  const first = (y * width + x) * 3;
  for (let row = 0; row < CELL; row += 1) {
    for (let at = 0; at < CELL * 3; at += 1) {
      if (data[first + row * width * 3 + at] !== data[first + (at % 3)]) return false;
    }
  }
  return true;
}
