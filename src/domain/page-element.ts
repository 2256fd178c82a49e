import type { Box } from './findings.ts';

/** An element of a captured page, with the places where it is in the picture. */
export interface PageElement {
  /** Finds the element again at the next capture. Elements that a selector finds together have one entry. */
  readonly selector: string;
  /** In the pixels of the picture, within it and not empty. */
  readonly boxes: readonly Box[];
}
