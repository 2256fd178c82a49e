import type { Box } from './findings.ts';

export type PassageKind = 'heading' | 'paragraph' | 'item' | 'cell' | 'other';

/** A line of a passage as it stands in the picture. `start` and `end` are positions in the passage's text. */
export type PassageLine = { readonly box: Box; readonly start: number; readonly end: number };

/** A paragraph, heading, cell or list item, as a visitor sees it. */
export type Passage = { readonly kind: PassageKind; readonly text: string; readonly lines: readonly PassageLine[] };

/** The words that a picture shows, in reading order, taken from the page that was photographed. */
export type PageText = {
  readonly passages: readonly Passage[];
  /** There was more text than a capture may have. */
  readonly cut: boolean;
  readonly title: string;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  readonly canonicalUrl?: string | undefined;
  readonly firstHeading?: string | undefined;
  /** The alternative texts of images. They are not part of the passages. */
  readonly imageTexts: readonly string[];
};

/** Of the passages of a capture together. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/**
 * Of a capture. Each new one costs the database about 0.4 KB besides its text: 400,000 of four letters kept SQLite from all
 * other writes for 40 seconds.
 */
export const MAX_PASSAGES = 30_000;

/** In characters. A longer paragraph is divided at the end of a line. */
export const MAX_PASSAGE_LENGTH = 4_000;
