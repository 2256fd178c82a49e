import type { Box } from '../../domain/findings.ts';
import { type Bitmap, isSamePart, type Pair } from './bitmap.ts';
import { compareCells, countCells } from './differing-cells.ts';
import { type Element, HIGHEST_TEXT } from './elements.ts';
import { hasSameLetters } from './same-letters.ts';

/** Elements whose sizes differ by at most this much may be the same, drawn at other fractions of a pixel. */
const SIZE_TOLERANCE = 2;

/** A picture of which more differs is another one. */
const MOST_DIFFERING = 0.08;

/** The stripes of a table change places when a row moves: backgrounds of moved words may differ by this much. */
const STRIPE_TOLERANCE = 24;

/** Pixels around an element that its comparison reads. */
const MARGIN = 3;

/** Whether both elements show the same: words entirely, pictures apart from details. */
export function isSameContent(before: Bitmap, old: Element, after: Bitmap, newer: Element): boolean {
  const pair: Pair = { before: old.box, after: newer.box };
  if (Math.abs(old.box.width - newer.box.width) > SIZE_TOLERANCE) return false;
  if (Math.abs(old.box.height - newer.box.height) > SIZE_TOLERANCE) return false;
  if (old.key === newer.key && isSamePart(before, old.box, after, newer.box)) return true;
  if (old.box.height > HIGHEST_TEXT) {
    return compareCells(before, after, pair, countCells(old.box) * MOST_DIFFERING).share <= MOST_DIFFERING;
  }
  if (hasSameLetters(before, after, pair)) return true;
  const isMoved = old.box.x !== newer.box.x || old.box.y !== newer.box.y;
  const difference = isMoved ? backgroundDifference(before, old.box, after, newer.box) : undefined;
  if (!difference) return compareCells(before, after, ofSameSize(pair), 0).differing.length === 0;
  const { before: there, after: here } = ofSameSize(pair);
  const [one, other] = [crop(before, there, difference), crop(after, here, [0, 0, 0])];
  const inCrops = { before: inside(one), after: inside(other) };
  return hasSameLetters(one, other, inCrops) || compareCells(one, other, inCrops, 0).differing.length === 0;
}

/** Both boxes as large as the larger one: a comma at the end makes a word 2 px wider. */
function ofSameSize({ before, after }: Pair): Pair {
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  return { before: { ...before, width, height }, after: { ...after, width, height } };
}

type Colour = readonly [number, number, number];

/** How much lighter the background of the newer element is; undefined if it is the same, or too different for a stripe. */
function backgroundDifference(before: Bitmap, old: Box, after: Bitmap, newer: Box): Colour | undefined {
  const there = pixelBefore(before, old);
  const here = pixelBefore(after, newer);
  const difference = [0, 1, 2].map(
    (channel) => (after.data[here + channel] ?? 0) - (before.data[there + channel] ?? 0),
  );
  const most = Math.max(...difference.map(Math.abs));
  const [red = 0, green = 0, blue = 0] = difference;
  return most > 0 && most <= STRIPE_TOLERANCE ? [red, green, blue] : undefined;
}

/** The pixel before the corner of a box, which belongs to its background. */
function pixelBefore({ width }: Bitmap, { x, y }: Box): number {
  return (Math.max(0, y - 1) * width + Math.max(0, x - 1)) * 3;
}

/** A copy of a small part in which light pixels are lighter by the difference, and dark ones hardly. */
function crop({ data, width, height }: Bitmap, box: Box, difference: Colour): Bitmap {
  const across = box.width + 2 * MARGIN;
  const down = box.height + 2 * MARGIN;
  const copy = new Uint8Array(across * down * 3);
  let to = 0;
  for (let y = box.y - MARGIN; y < box.y + box.height + MARGIN; y += 1) {
    const row = Math.min(height - 1, Math.max(0, y)) * width;
    for (let x = box.x - MARGIN; x < box.x + box.width + MARGIN; x += 1) {
      const from = (row + Math.min(width - 1, Math.max(0, x))) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[from + channel] ?? 0;
        copy[to] = Math.max(0, Math.min(255, value + ((difference[channel] ?? 0) * value) / 255));
        to += 1;
      }
    }
  }
  return { data: copy, width: across, height: down };
}

function inside({ width, height }: Bitmap): Box {
  return { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN };
}
