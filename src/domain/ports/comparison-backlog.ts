import type { GoodCapture, ShotChange } from '../capture-schedule.ts';
import type { Screenshot } from '../screenshot.ts';

/** Captures from before captures were compared. They are compared in the background, the oldest first. */
export interface ComparisonBacklog {
  /**
   * Goes on to the next two captures that have to be compared, and holds their webpage until `until`. 'passed': only
   * captures that need no comparison were found, and there may be more. Undefined: there is nothing to do at the moment.
   * A pair that was taken three times without a result counts as failed.
   */
  take(times: { now: Date; until: Date }): Promise<WaitingPair | 'passed' | undefined>;
  /** Records the result as reviewed, with the time of the capture. No effect if the webpage or one of the captures was deleted. */
  finish(pair: WaitingPair, change: ShotChange, now: Date): Promise<void>;
  /** Gives up a pair, so that it can be taken again at once. */
  release(pair: WaitingPair): Promise<void>;
  /** The number of webpages with captures that are not compared yet. */
  size(): Promise<number>;
}

export interface WaitingPair {
  readonly owner: string;
  readonly before: GoodCapture;
  readonly after: Screenshot;
}
