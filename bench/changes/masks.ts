import type { Box } from '../../src/domain/findings.ts';

/** Which pixels of two pictures differ: one byte for each, 0 where they are equal. */
export interface Mask {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const CELL = 8;
/** Cells at most this far apart are joined: more than the space between words, and between lines of usual text. */
const REACH = 2;
/** Fewer differing pixels are noise. A changed digit has more. */
const LEAST_PIXELS = 12;

interface Cells {
  readonly columns: number;
  readonly rows: number;
  /** The number of differing pixels in each cell. */
  readonly counts: Uint32Array;
}

/** The boxes of differing pixels that lie together, without specks. */
export function boxesOf(mask: Mask): Box[] {
  const cells = countCells(mask);
  const labels = new Uint8Array(cells.counts.length);
  const boxes: Box[] = [];
  for (let cell = 0; cell < cells.counts.length; cell += 1) {
    if (cells.counts[cell] === 0 || labels[cell] === 1) continue;
    const group = collect(cells, labels, cell);
    const pixels = group.reduce((sum, each) => sum + (cells.counts[each] ?? 0), 0);
    if (pixels >= LEAST_PIXELS) boxes.push(boxAround(mask, cells, group));
  }
  return boxes;
}

function countCells({ data, width, height }: Mask): Cells {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x] === 0) continue;
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return { columns, rows, counts };
}

/** All cells that are connected with the first one. */
function collect({ columns, rows, counts }: Cells, labels: Uint8Array, first: number): number[] {
  const group = [first];
  labels[first] = 1;
  for (const cell of group) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    for (let y = Math.max(0, row - REACH); y <= Math.min(rows - 1, row + REACH); y += 1) {
      for (let x = Math.max(0, column - REACH); x <= Math.min(columns - 1, column + REACH); x += 1) {
        const next = y * columns + x;
        if (counts[next] === 0 || labels[next] === 1) continue;
        labels[next] = 1;
        group.push(next);
      }
    }
  }
  return group;
}

/** The tight box around the differing pixels of these cells. */
function boxAround({ data, width, height }: Mask, { columns }: Cells, group: readonly number[]): Box {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const cell of group) {
    const [x0, y0] = [(cell % columns) * CELL, Math.floor(cell / columns) * CELL];
    for (let y = y0; y < Math.min(height, y0 + CELL); y += 1) {
      for (let x = x0; x < Math.min(width, x0 + CELL); x += 1) {
        if (data[y * width + x] === 0) continue;
        [left, top, right, bottom] = [
          Math.min(left, x),
          Math.min(top, y),
          Math.max(right, x + 1),
          Math.max(bottom, y + 1),
        ];
      }
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
