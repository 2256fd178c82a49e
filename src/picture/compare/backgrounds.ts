import type { Box } from '../../domain/findings.ts';
import type { Bitmap } from './bitmap.ts';
import type { BoxGrid } from './box-grid.ts';
import type { Shift } from './shift.ts';

/** The side of a square cell in pixels. */
const CELL = 4;

/** A background whose colour differs more has another colour. */
const TOLERANCE = 4;

/** The same for a smooth part of a photograph, which has noise. */
const NOISE_TOLERANCE = 12;

/** The stripes of a table change places when a row moves: moved backgrounds may differ by this much. */
const STRIPE_TOLERANCE = 24;
const MOVED = 3;

/** Larger differences within a cell are ink. */
const PLAIN = 2;

/** The edge of a background at another fraction of a pixel may be one pixel away. */
const FRACTIONS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const;

/** Fewer cells are the edge of something. */
const LEAST_CELLS = 4;

interface Search {
  /** The picture and the part of it with the backgrounds. */
  readonly bitmap: Bitmap;
  readonly box: Box;
  readonly other: Bitmap;
  /** Elements of this picture, which are compared themselves. */
  readonly covered: readonly Box[];
  /** Text of the other picture, behind which there may be any background. */
  readonly otherText: BoxGrid<Box>;
  /** From a place in this picture to that in the other one. */
  readonly shiftsAt: (at: Box) => readonly Shift[];
  /** Colours of empty space. */
  readonly blank: ReadonlySet<number>;
}

/** Colours that cover at least this share of both pictures are those of empty space. */
const LEAST_BLANK = 0.1;
const SAMPLE = 23;

/** The colours of empty space in both pictures. */
export function blankColours(before: Bitmap, after: Bitmap): Set<number> {
  return commonColours(after).intersection(commonColours(before));
}

function commonColours({ data, width, height }: Bitmap): Set<number> {
  const counts = new Map<number, number>();
  let all = 0;
  for (let y = 0; y < height; y += SAMPLE) {
    for (let x = 0; x < width; x += SAMPLE) {
      const colour = colourAt(data, (y * width + x) * 3);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
      all += 1;
    }
  }
  return new Set([...counts].filter(([, count]) => count >= all * LEAST_BLANK).map(([colour]) => colour));
}

function colourAt(data: Uint8Array, at: number): number {
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
}

/** The boxes of backgrounds that the other picture does not have there. */
export function otherBackgrounds({ bitmap, box, other, covered, otherText, shiftsAt, blank }: Search): Box[] {
  const columns = Math.floor(box.width / CELL);
  const rows = Math.floor(box.height / CELL);
  if (columns === 0 || rows === 0) return [];
  const different = new Uint8Array(columns * rows);
  const isCovered = coveredCells(covered, box, columns, rows);
  let last: Shift = { x: 0, y: 0 };
  for (let cell = 0; cell < columns * rows; cell += 1) {
    if (isCovered[cell] === 1) continue;
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const at = { x: box.x + column * CELL, y: box.y + row * CELL, width: CELL, height: CELL };
    if (isPlain(bitmap, at) && isMissing(at)) different[cell] = 1;
  }
  return boxesOf(different, columns, rows)
    .map((area) => ({
      x: box.x + area.x * CELL,
      y: box.y + area.y * CELL,
      width: area.width * CELL,
      height: area.height * CELL,
    }))
    .map((area) => growToEdges(bitmap, area));

  /** Whether the background of a cell is at none of the likely places in the other picture. */
  function isMissing(at: Box): boolean {
    if (blank.has(colourAt(bitmap.data, (at.y * bitmap.width + at.x) * 3)) || hasColour(at, last)) return false;
    const shift = shiftsAt(at).find((by) => hasColour(at, by));
    if (shift) last = shift;
    return !shift && !FRACTIONS.some(([x, y]) => hasColour(at, { x: last.x + x, y: last.y + y }));
  }

  function hasColour(at: Box, by: Shift): boolean {
    // A wider page continues the background at the edge of the narrower one.
    const x = Math.max(0, Math.min(other.width - CELL, at.x + by.x));
    const there = { ...at, x, y: at.y + by.y };
    if (!isInside(other, there)) return false;
    return isSameColour(bitmap, at, other, there, by) || otherText.some(there, () => true);
  }
}

function coveredCells(covered: readonly Box[], box: Box, columns: number, rows: number): Uint8Array {
  const cells = new Uint8Array(columns * rows);
  for (const { x, y, width, height } of covered) {
    const left = Math.max(0, Math.floor((x - box.x - 1) / CELL));
    const right = Math.min(columns, Math.ceil((x + width - box.x + 1) / CELL));
    const bottom = Math.min(rows, Math.ceil((y + height - box.y + 1) / CELL));
    for (let row = Math.max(0, Math.floor((y - box.y - 1) / CELL)); row < bottom; row += 1) {
      if (right > left) cells.fill(1, row * columns + left, row * columns + right);
    }
  }
  return cells;
}

function isInside({ width, height }: Bitmap, cell: Box): boolean {
  return cell.x >= 0 && cell.y >= 0 && cell.x + CELL <= width && cell.y + CELL <= height;
}

function isPlain({ data, width }: Bitmap, { x, y }: Box): boolean {
  const first = (y * width + x) * 3;
  for (let row = 0; row < CELL; row += 1) {
    const from = first + row * width * 3;
    for (let at = 0; at < CELL * 3; at += 1) {
      const difference = (data[from + at] ?? 0) - (data[first + (at % 3)] ?? 0);
      if (difference > PLAIN || difference < -PLAIN) return false;
    }
  }
  return true;
}

function isNoisy({ data, width }: Bitmap, { x, y }: Box): boolean {
  const first = (y * width + x) * 3;
  for (let row = 0; row < CELL; row += 1) {
    for (let at = 0; at < CELL * 3; at += 1) {
      if (data[first + row * width * 3 + at] !== data[first + (at % 3)]) return true;
    }
  }
  return false;
}

/** Compares the first and the last pixel of two cells. */
function isSameColour(bitmap: Bitmap, at: Box, other: Bitmap, there: Box, shift: Shift): boolean {
  const isMoved = Math.abs(shift.x) >= MOVED || Math.abs(shift.y) >= MOVED;
  const tolerance = isMoved ? STRIPE_TOLERANCE : isNoisy(bitmap, at) ? NOISE_TOLERANCE : TOLERANCE;
  for (const corner of [0, CELL - 1]) {
    const here = ((at.y + corner) * bitmap.width + at.x + corner) * 3;
    const old = ((there.y + corner) * other.width + there.x + corner) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const difference = (bitmap.data[here + channel] ?? 0) - (other.data[old + channel] ?? 0);
      if (difference > tolerance || difference < -tolerance) return false;
    }
  }
  return true;
}

/** The boxes of connected cells; cells with one other cell between them are connected. */
function boxesOf(cells: Uint8Array, columns: number, rows: number): Box[] {
  const boxes: Box[] = [];
  for (let first = cells.indexOf(1); first >= 0; first = cells.indexOf(1, first + 1)) {
    const group = [first];
    cells[first] = 0;
    let [left, top, right, bottom] = [columns, rows, 0, 0];
    for (let at = group.pop(), count = 0; at !== undefined; at = group.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      [left, top, right, bottom] = [
        Math.min(left, column),
        Math.min(top, row),
        Math.max(right, column + 1),
        Math.max(bottom, row + 1),
      ];
      count += 1;
      for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y += 1) {
        for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x += 1) {
          if (cells[y * columns + x] !== 1) continue;
          cells[y * columns + x] = 0;
          group.push(y * columns + x);
        }
      }
      if (group.length === 0 && count >= LEAST_CELLS)
        boxes.push({ x: left, y: top, width: right - left, height: bottom - top });
    }
  }
  return boxes;
}

/** Cells end up to three pixels before the edge of a background. */
function growToEdges(bitmap: Bitmap, box: Box): Box {
  const [middleX, middleY] = [box.x + (box.width >> 1), box.y + (box.height >> 1)];
  const steps = (x: number, y: number, stepX: number, stepY: number): number => {
    for (let step = 1; step < CELL; step += 1) {
      if (!isSamePixel(bitmap, x, y, x + stepX * step, y + stepY * step)) return step - 1;
    }
    return CELL - 1;
  };
  const left = steps(box.x, middleY, -1, 0);
  const right = steps(box.x + box.width - 1, middleY, 1, 0);
  const top = steps(middleX, box.y, 0, -1);
  const bottom = steps(middleX, box.y + box.height - 1, 0, 1);
  return { x: box.x - left, y: box.y - top, width: box.width + left + right, height: box.height + top + bottom };
}

function isSamePixel({ data, width, height }: Bitmap, x: number, y: number, otherX: number, otherY: number): boolean {
  if (otherX < 0 || otherY < 0 || otherX >= width || otherY >= height) return false;
  const [one, other] = [(y * width + x) * 3, (otherY * width + otherX) * 3];
  return [0, 1, 2].every((channel) => Math.abs((data[one + channel] ?? 0) - (data[other + channel] ?? 0)) <= PLAIN);
}
