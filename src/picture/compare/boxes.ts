import type { Box } from '../../domain/findings.ts';

/** The smallest box with both in it. */
export function boxAround(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const width = Math.max(one.x + one.width, other.x + other.width) - x;
  const height = Math.max(one.y + one.height, other.y + other.height) - y;
  return { x, y, width, height };
}

/** The spaces between two boxes across and down; negative where they overlap. */
export function gapsOf(one: Box, other: Box): [across: number, down: number] {
  return [
    Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width),
    Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height),
  ];
}

export function sharedArea(one: Box, other: Box): number {
  const [across, down] = gapsOf(one, other);
  return across < 0 && down < 0 ? across * down : 0;
}

export function moveBy(box: Box, { x, y }: { readonly x: number; readonly y: number }): Box {
  return { ...box, x: box.x + x, y: box.y + y };
}

export function isInside({ width, height }: { readonly width: number; readonly height: number }, box: Box): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}
