/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in the pixels of a picture. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export type RegionKind = 'added' | 'removed' | 'altered';

/**
 * A part of the page that changed. In the picture that does not have the content (`before` of an added region, `after` of
 * a removed one), the box has no height or no width and lies where the content would be.
 */
export interface Region {
  readonly kind: RegionKind;
  readonly before: Box;
  readonly after: Box;
  /** The number of changed pixels, at most the area of the larger box. */
  readonly area: number;
}

/** Content that only moved. The boxes have the same width, and the same height to within a few pixels. */
export interface Move {
  readonly before: Box;
  readonly after: Box;
}

/** Rows of a picture from `top` up to, but without, `bottom`. */
export interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/** Rows that are beside each other when both pictures are aligned. One side is empty where the other has a gap. */
export interface Band {
  readonly before: Rows;
  readonly after: Rows;
}

export type ChangeWord = 'same' | 'moved' | 'changed';

export const MOST_REGIONS = 200;

/** The result of comparing two pictures of one page. */
export interface Findings {
  readonly word: ChangeWord;
  /** Changed pixels as a share (0 to 1) of the larger picture. Moved content does not count. */
  readonly share: number;
  /** The largest first, at most MOST_REGIONS. */
  readonly regions: readonly Region[];
  /** The regions beyond that limit: their number and their changed pixels. */
  readonly omitted: number;
  readonly omittedArea: number;
  readonly moved: readonly Move[];
  /** From the top to the bottom of both pictures, without overlaps and without holes. */
  readonly bands: readonly Band[];
  readonly before: Size;
  readonly after: Size;
}

/**
 * Compares two encoded images. Throws Problem('unavailable') if it was interrupted, Problem('unprocessable') if a picture is
 * too large or it takes too long, and Problem('invalid') for bytes that are not an image.
 */
export type ComparePictures = (before: Uint8Array, after: Uint8Array) => Promise<Findings>;
