import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';
import { type Content, contentOf } from './likeness.ts';
import { trimFlat } from './trim.ts';

/** A line of text, a picture, an entry of a navigation: what lies between spaces. */
export interface Segment {
  readonly whole: Box;
  /** Without margins. */
  readonly ink: Content;
}

/** As many equal rows are a space even if they are not of one colour: they cross the frame of a card. */
const FRAMED_SPACE = 5;

/** Segments below each other, with spaces of at least `space` rows between them. */
export function linesOf(bitmap: Bitmap, box: Box, space: number): Segment[] {
  const isSpace = (row: number) => isBackground(bitmap, box, { ...box, y: box.y + row, height: 1 });
  return linesBetween(bitmap, box, space, isSpace);
}

/** Also divided where a number of rows are equal. */
export function framedLinesOf(bitmap: Bitmap, box: Box, space: number): Segment[] {
  const framed = equalRows(bitmap, box);
  const isSpace = (row: number) => isBackground(bitmap, box, { ...box, y: box.y + row, height: 1 });
  return linesBetween(bitmap, box, space, (row) => framed[row] === 1 || isSpace(row));
}

function linesBetween(bitmap: Bitmap, box: Box, space: number, isSpace: (row: number) => boolean): Segment[] {
  const lines = inkRanges(box.height, space, isSpace);
  return lines.map(([from, to]) => segmentOf(bitmap, { ...box, y: box.y + from, height: to - from }));
}

/** Segments beside each other, with spaces of at least `space` columns between them. */
export function columnsOf(bitmap: Bitmap, box: Box, space: number): Segment[] {
  const isSpace = (column: number) => isBackground(bitmap, box, { ...box, x: box.x + column, width: 1 });
  const columns = inkRanges(box.width, space, isSpace);
  return columns.map(([from, to]) => segmentOf(bitmap, { ...box, x: box.x + from, width: to - from }));
}

function segmentOf(bitmap: Bitmap, whole: Box): Segment {
  return { whole, ink: contentOf(bitmap, trimFlat(bitmap, whole) ?? whole) };
}

/** 1 for the rows in runs of at least FRAMED_SPACE equal rows. */
function equalRows({ data, width }: Bitmap, box: Box): Uint8Array {
  const equal = new Uint8Array(box.height);
  let first = 0;
  for (let row = 1; row <= box.height; row += 1) {
    const from = ((box.y + row) * width + box.x) * 3;
    let at = row < box.height ? from : from + box.width * 3;
    while (at < from + box.width * 3 && data[at] === data[at - width * 3]) at += 1;
    if (row < box.height && at === from + box.width * 3) continue;
    if (row - first >= FRAMED_SPACE) equal.fill(1, first, row);
    first = row;
  }
  return equal;
}

/** The ranges between spaces of at least `space` places. */
function inkRanges(length: number, space: number, isSpace: (at: number) => boolean): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < length; at += 1) {
    if (isSpace(at)) continue;
    const last = ranges.at(-1);
    if (last && at - last[1] < space) last[1] = at + 1;
    else ranges.push([at, at + 1]);
  }
  return ranges;
}

/** Whether all pixels of the strip have the colour of the corner of the box. */
function isBackground({ data, width }: Bitmap, box: Box, strip: Box): boolean {
  const first = (box.y * width + box.x) * 3;
  for (let row = strip.y; row < strip.y + strip.height; row += 1) {
    for (let at = (row * width + strip.x) * 3; at < (row * width + strip.x + strip.width) * 3; at += 3) {
      if (data[at] !== data[first] || data[at + 1] !== data[first + 1] || data[at + 2] !== data[first + 2])
        return false;
    }
  }
  return true;
}
