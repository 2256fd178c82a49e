import type { CaptureRecord, Claim, Finish, LastPicture } from '../capture-schedule.ts';
import type { Picture } from '../screenshot.ts';

/** The log of all attempts, and what they left. */
export interface Captures {
  /**
   * Keeps the record, the screenshot and when the page is due next, all at once or not at all.
   * Throws Problem('conflict') if the lease or the image files were lost, Problem('not-found') if the webpage was deleted meanwhile.
   */
  finish(claim: Claim, finish: Finish): Promise<void>;
  /** What the newest capture shows, to compare the next one with; undefined if there is none to share with. */
  lastPicture(owner: string, webpageId: string): Promise<LastPicture | undefined>;
  /** Newest first. */
  list(owner: string, webpageId: string, range: { before: string; limit: number }): Promise<CaptureRecord[]>;
  ofScreenshot(owner: string, webpageId: string, screenshotId: string): Promise<CaptureRecord | undefined>;
  /** The first picture, by id and behind this one, that is still stored as Chromium made it. */
  nextToEncode(after?: string): Promise<Picture | undefined>;
  keepAsIs(pictureId: string): Promise<void>;
  /** Puts the same pixels in another file; the old one is removed later. Throws Problem('not-found'). */
  replace(old: Picture, encoded: EncodedFile, times: { now: Date; removeAt: Date }): Promise<void>;
}

interface EncodedFile {
  readonly contentKey: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
}
