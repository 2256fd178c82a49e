import type { Box } from './findings.ts';

/** An element of a captured page, with the places where it is in the picture. */
export interface PageElement {
  /** Finds the element again at the next capture. Elements that a selector finds together have one entry. */
  readonly selector: string;
  /** In the pixels of the picture, within it and not empty. */
  readonly boxes: readonly Box[];
}

const LEAST_COVERED = 0.9;

/** The selector of the smallest element that covers at least 90 % of a region: what a user means who ignores the region. */
export function offerSelector(elements: readonly PageElement[], region: Box): string | undefined {
  const covers = (box: Box) => commonArea(box, region) >= LEAST_COVERED * region.width * region.height;
  let offered: { selector: string; area: number; places: number } | undefined;
  if (region.width === 0 || region.height === 0) return undefined;
  for (const { selector, boxes } of elements) {
    const area = Math.min(...boxes.filter(covers).map(({ width, height }) => width * height));
    const isBetter = !offered || area < offered.area || (area === offered.area && boxes.length < offered.places);
    if (Number.isFinite(area) && isBetter) offered = { selector, area, places: boxes.length };
  }
  return offered?.selector;
}

function commonArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
