import type { Order } from './listing.ts';
import type { KeptVerdict } from './screenshot.ts';

/** A place in an order of time. */
export interface TimePosition {
  readonly at: string;
  readonly id: string;
}

export interface StepwiseRequest {
  readonly order: Order;
  /** Records after this position in the order of the list; undefined: from its beginning. */
  readonly from: TimePosition | undefined;
  readonly limit: number;
}

/** A search looks at a bounded number of records, so it may find fewer than the limit although more follow. */
export interface FoundInSteps<Found> {
  readonly records: Found[];
  /** Where to continue; undefined at the end. */
  readonly next: TimePosition | undefined;
}

/** `failing` and `paused` as in the archive of the web application; `unscheduled` webpages are only kept. */
export const WEBPAGE_STATES = ['active', 'failing', 'paused', 'unscheduled'] as const;
export type WebpageState = (typeof WEBPAGE_STATES)[number];

export interface WebpageSearch extends StepwiseRequest {
  /** Case-folded words that the name, title, URL or keywords must all contain. */
  readonly words: readonly string[];
  readonly url: string | undefined;
  readonly keyword: string | undefined;
  readonly site: string | undefined;
  readonly state: WebpageState | undefined;
  readonly changedSince: string | undefined;
}

export interface ScreenshotSearch extends StepwiseRequest {
  /** Captures at or after this time, and before the other. */
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly verdict: KeptVerdict | undefined;
}
