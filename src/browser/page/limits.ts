import type { PictureLimits } from './take-picture.ts';

/** Milliseconds that each wait of a capture may take at most, and how large its page and its picture may be. */
export type Limits = PictureLimits & {
  /** From the tab to the picture, without a delay that was asked for. What is none by then has failed. */
  readonly whole: number;
  /** Until when the page may settle, again without that delay; then its scripts are stopped and it is shot as it is. */
  readonly settle: number;
  readonly load: number;
  readonly quiet: number;
  readonly content: number;
  readonly consent: number;
  readonly selector: number;
  readonly scroll: number;
  /** For what a page hides again once it is out of view. */
  readonly again: number;
  /** For what a script moves or counts to its end. */
  readonly rest: number;
  readonly ready: number;
  /** A page that does not answer for so long is in an endless loop. */
  readonly unresponsive: number;
  /** How many documents a page may go through by itself; at the last of them it is held. */
  readonly documents: number;
  /**
   * Bytes of one document once it is unpacked, of which the guard sees but a thousandth where they are packed well. Laid
   * out, text takes ten to twenty times as much: whether its memory or its time ended a page first would be up to the machine.
   */
  readonly documentBytes: number;
};

export const defaultLimits: Limits = {
  whole: 45_000,
  settle: 32_000,
  load: 15_000,
  quiet: 5_000,
  content: 3_000,
  consent: 4_000,
  selector: 10_000,
  scroll: 10_000,
  again: 8_000,
  rest: 3_000,
  ready: 3_000,
  unresponsive: 5_000,
  documents: 8,
  documentBytes: 32_000_000,
  maxPictureHeight: 65_535,
  maxPixels: 128_000_000,
};
