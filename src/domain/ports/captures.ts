import type {
  CaptureKnowledge,
  CaptureRecord,
  Claim,
  Finish,
  KnownScreenshot,
  LastPictures,
} from '../capture-schedule.ts';

/** The log of all attempts, and the screenshots that they made. */
export interface Captures {
  /**
   * Keeps the record, the screenshot, its change and the next due time in one transaction. Throws Problem('conflict') if the lease
   * or the image files were lost, and Problem('not-found') if the webpage was deleted during the capture.
   */
  finish(claim: Claim, finish: Finish): Promise<void>;
  /** The pictures that an unchanged page shares, and that a changed one is compared with. */
  lastPictures(owner: string, webpageId: string): Promise<LastPictures>;
  /** Newest first. */
  list(owner: string, webpageId: string, range: { before: string; limit: number }): Promise<CaptureRecord[]>;
  /** The first attempt that began at this time or later. */
  firstSince(owner: string, webpageId: string, since: string): Promise<CaptureRecord | undefined>;
  find(owner: string, webpageId: string, id: string): Promise<CaptureRecord | undefined>;
  ofScreenshot(owner: string, webpageId: string, screenshotId: string): Promise<CaptureRecord | undefined>;
  /** A screenshot, and what is known about it, in one round trip. */
  screenshot(owner: string, webpageId: string, id: string): Promise<KnownScreenshot | undefined>;
  /** By screenshot. */
  knowledgeOf(
    owner: string,
    webpageId: string,
    screenshotIds: readonly string[],
  ): Promise<Map<string, CaptureKnowledge>>;
  /** The same for screenshots of any webpages of the owner. */
  knowledge(owner: string, screenshotIds: readonly string[]): Promise<Map<string, CaptureKnowledge>>;
}
