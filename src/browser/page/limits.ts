import type { CaptureOptions } from '../../domain/capture-options.ts';
import { busyFactor } from './machine-load.ts';
import type { PictureLimits } from './take-picture.ts';

/** The maximum of each wait in milliseconds, and of the sizes of a page and its picture. */
export type Limits = PictureLimits & {
  /** From the tab to the picture, without `addedTime`. After that the capture has failed. */
  readonly whole: number;
  /** For freezing and the picture, out of `whole`. */
  readonly picture: number;
  /** Added to `whole` for each strip of a picture after the first. */
  readonly strip: number;
  /** For drawing the pages of a PDF. */
  readonly pdf: number;
  /** For settling, without `addedTime`. After that the scripts are stopped and the page is captured as it is. */
  readonly settle: number;
  readonly load: number;
  readonly quiet: number;
  readonly content: number;
  readonly consent: number;
  readonly selector: number;
  /** For all steps of the capture options, added to `settle` and `whole`. */
  readonly steps: number;
  readonly scroll: number;
  /** For content that a page adds at its end. */
  readonly feed: number;
  /** For elements that a page shows only while they are in view. */
  readonly scrollReveal: number;
  /** For movements and counters that a script animates. */
  readonly motion: number;
  readonly ready: number;
  /** For images and fonts that have started to load. */
  readonly images: number;
  /** For elements that a user could choose. 6,000 took 140 ms with 5 runnable threads for each core, and 870 ms with 17. */
  readonly measuring: number;
  /** A page that does not answer for this long is in an endless loop. */
  readonly unresponsive: number;
  /** Documents that a page may navigate to by itself. Navigation is blocked at the last one. */
  readonly documents: number;
  /**
   * Bytes of one decompressed document; compressed, it can be a thousandth of that. A layout takes ten to twenty times
   * the memory of its text, so without this limit the machine decides whether memory or time ends the capture.
   */
  readonly documentBytes: number;
  /** Elements of a page whose text is read. A snapshot of more of them takes seconds and hundreds of megabytes. */
  readonly textElements: number;
};

export const defaultLimits: Limits = {
  whole: 45_000,
  picture: 13_000,
  strip: 10_000,
  pdf: 15_000,
  settle: 32_000,
  load: 15_000,
  quiet: 5_000,
  content: 3_000,
  consent: 4_000,
  selector: 10_000,
  steps: 30_000,
  scroll: 10_000,
  feed: 15_000,
  scrollReveal: 8_000,
  motion: 5_000,
  ready: 3_000,
  images: 10_000,
  measuring: 1_000,
  unresponsive: 5_000,
  documents: 8,
  documentBytes: 32_000_000,
  textElements: 150_000,
  maxPictureHeight: 200_000,
  maxPictureWidth: 8_000,
  maxPixels: 288_000_000,
  maxStripPixels: 84_000_000,
};

/** The time that the capture options add to a capture. */
export function addedTime({ delay, steps }: CaptureOptions, limits: Limits): number {
  return delay + (steps.length > 0 ? limits.steps : 0);
}

/** The time for settling, when `left` remains of `whole`. A page that was found late gets half of that. */
export function settleTime(options: CaptureOptions, limits: Limits, left: number): number {
  return Math.min(limits.settle + addedTime(options, limits), Math.max(left - limits.picture, left / 2));
}

/** The waits for the work of the page and the browser. */
const waitsForWork = [
  'whole',
  'picture',
  'strip',
  'pdf',
  'settle',
  'load',
  'content',
  'selector',
  'steps',
  'scroll',
  'feed',
  'scrollReveal',
  'motion',
  'ready',
  'images',
  'measuring',
  'unresponsive',
] as const satisfies readonly (keyof Limits)[];

/** The limits for a capture on a machine that is as busy as now. */
export function limitsUnderLoad(limits: Limits, factor = busyFactor()): Limits {
  return { ...limits, ...Object.fromEntries(waitsForWork.map((name) => [name, Math.round(limits[name] * factor)])) };
}
