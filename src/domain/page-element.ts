import type { Box } from './findings.ts';

/** An element of a captured page, with the places where it is in the picture. */
export interface PageElement {
  /** Finds the element again at the next capture. Elements that a selector finds together have one entry. */
  readonly selector: string;
  /** In the pixels of the picture, within it and not empty. */
  readonly boxes: readonly Box[];
}

const LEAST_COVERED = 0.9;

export interface OfferedElement {
  readonly selector: string;
  /** Around the region. */
  readonly box: Box;
}

/** The smallest element that covers at least 90 % of a region. A user who ignores the region means this element. */
export function offerElement(elements: readonly PageElement[], region: Box): OfferedElement | undefined {
  const covers = (box: Box) => commonArea(box, region) >= LEAST_COVERED * areaOf(region);
  let offered: (OfferedElement & { places: number }) | undefined;
  if (areaOf(region) === 0) return undefined;
  for (const { selector, boxes } of elements) {
    for (const box of boxes.filter(covers)) {
      const larger = offered ? areaOf(box) - areaOf(offered.box) : -1;
      const isBetter = larger < 0 || (larger === 0 && offered && boxes.length < offered.places);
      if (isBetter) offered = { selector, box, places: boxes.length };
    }
  }
  return offered && { selector: offered.selector, box: offered.box };
}

const MUCH_LARGER = 20;

/** Whether ignoring the element of a region would probably hide changes that have nothing to do with it. */
export function isMuchLarger(element: Box, region: Box): boolean {
  return areaOf(element) > MUCH_LARGER * areaOf(region);
}

function areaOf({ width, height }: Box): number {
  return width * height;
}

function commonArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
