import type { Box } from '../../domain/findings.ts';

/** The side of a square of the grid in pixels. */
const SQUARE = 64;

/** Boxes by place, so that those near a place are found without looking at all of them. */
export interface BoxGrid<T extends Box> {
  /** Calls `visit` once for each box that touches the area. */
  each(area: Box, visit: (box: T, index: number) => void): void;
  some(area: Box, test: (box: T, index: number) => boolean): boolean;
}

export function gridOf<T extends Box>(boxes: readonly T[]): BoxGrid<T> {
  const squares = new Map<number, number[]>();
  for (const [index, box] of boxes.entries()) {
    for (const key of keysOf(box)) {
      const square = squares.get(key);
      if (square) square.push(index);
      else squares.set(key, [index]);
    }
  }
  const some: BoxGrid<T>['some'] = (area, test) => {
    const seen = new Set<number>();
    for (const key of keysOf(area)) {
      for (const index of squares.get(key) ?? []) {
        const box = boxes[index];
        if (!box || !areTouching(box, area) || seen.has(index)) continue;
        seen.add(index);
        if (test(box, index)) return true;
      }
    }
    return false;
  };
  return {
    some,
    each(area, visit) {
      some(area, (box, index) => {
        visit(box, index);
        return false;
      });
    },
  };
}

function keysOf({ x, y, width, height }: Box): number[] {
  const keys: number[] = [];
  const right = Math.floor((x + Math.max(0, width - 1)) / SQUARE);
  const bottom = Math.floor((y + Math.max(0, height - 1)) / SQUARE);
  for (let row = Math.floor(y / SQUARE); row <= bottom; row += 1) {
    for (let column = Math.floor(x / SQUARE); column <= right; column += 1) keys.push(row * 4096 + column);
  }
  return keys;
}

function areTouching(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}
