import type { CapturedPage, CaptureRecord, Claim, Finish, LastPicture } from '../capture-schedule.ts';

/** The log of all attempts, and the screenshots that they made. */
export interface Captures {
  /**
   * Keeps the record, the screenshot and the next due time in one transaction. Throws Problem('conflict') if the lease
   * or the image files were lost, and Problem('not-found') if the webpage was deleted during the capture.
   */
  finish(claim: Claim, finish: Finish): Promise<void>;
  /** The picture of the newest screenshot, which an unchanged page shares. Undefined if there is none to share. */
  lastPicture(owner: string, webpageId: string): Promise<LastPicture | undefined>;
  /** Newest first. */
  list(owner: string, webpageId: string, range: { before: string; limit: number }): Promise<CaptureRecord[]>;
  ofScreenshot(owner: string, webpageId: string, screenshotId: string): Promise<CaptureRecord | undefined>;
  /** By screenshot. A screenshot that was imported has no capture and is left out. */
  pagesOf(owner: string, webpageId: string, screenshotIds: readonly string[]): Promise<Map<string, CapturedPage>>;
}
