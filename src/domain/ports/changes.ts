import type {
  CaptureChange,
  ChangeCounts,
  ChangeDay,
  ChangeEntriesRequest,
  ChangeEntry,
  ChangeSettings,
} from '../change.ts';
import type { TimeRange } from '../day.ts';
import type { Findings } from '../findings.ts';
import type { PageElement } from '../page-element.ts';
import type { Screenshot } from '../screenshot.ts';
import type { WordChange } from '../word-change.ts';

/** The changes of the webpages of an account. */
export interface Changes {
  /** At most `limit` entries, in the requested order. Another query with `from` of the last entry continues. */
  entries(owner: string, request: ChangeEntriesRequest): Promise<ChangeEntry[]>;
  /** Days with at least one capture, the newest first; both ends (2026-01-31) belong to the range. */
  days(owner: string, range: { from: string; to: string; timeZone: string }): Promise<ChangeDay[]>;
  counts(owner: string): Promise<ChangeCounts>;
  /** Marks entries as reviewed, or as not reviewed with `undefined`. Unknown ids are left out. */
  review(owner: string, ids: readonly string[], at: Date | undefined): Promise<void>;
  /** Marks all entries of a time as reviewed. */
  reviewIn(owner: string, range: TimeRange, at: Date): Promise<void>;
  /** The comparisons of these captures. A capture that was never compared, such as the first one, is left out. */
  ofCaptures(owner: string, webpageId: string, screenshotIds: readonly string[]): Promise<Map<string, CaptureChange>>;
  /** The newest announced change of each of these webpages. */
  newest(owner: string, webpageIds: readonly string[]): Promise<Map<string, { at: string; share: number; id: string }>>;
  settings(owner: string, webpageId: string): Promise<ChangeSettings>;
  /** Throws Problem('not-found'). app/change-settings.ts then evaluates the stored findings again. */
  setSettings(owner: string, webpageId: string, settings: ChangeSettings): Promise<void>;
  /** The elements that were measured when this picture was taken. */
  elements(owner: string, webpageId: string, screenshotId: string): Promise<readonly PageElement[]>;
  /**
   * Applies the current settings of a webpage to up to `limit` stored findings that were evaluated with earlier ones.
   * Returns whether there may be more.
   */
  evaluate(owner: string, webpageId: string, limit: number): Promise<boolean>;
  /** A webpage whose stored findings have to be evaluated again, because a process ended before it had done so. */
  unevaluated(): Promise<{ owner: string; webpageId: string } | undefined>;
  /**
   * For imports: comparisons of captures that are stored already. Throws Problem('not-found') for a webpage of another
   * owner, and Problem('conflict') for a capture that has a comparison.
   */
  addMany(owner: string, compared: readonly ImportedChange[]): Promise<void>;
}

/** A capture and the last good one before it. Several captures of one webpage are in the order of time. */
export interface ImportedChange {
  readonly after: Screenshot;
  readonly before: Screenshot;
  readonly findings: Findings;
  readonly words?: WordChange | undefined;
  readonly reviewedAt: string | undefined;
}

/** Stored results of comparing two pictures, independent of any settings. Pictures have no owner. */
export interface StoredFindings {
  find(pair: PicturePair): Promise<Findings | undefined>;
  /** Throws Problem('not-found') if a picture is gone. Keeps what is already there. */
  keep(pair: PicturePair, findings: Findings): Promise<void>;
}

/** The ids of two pictures. */
export interface PicturePair {
  readonly before: string;
  readonly after: string;
}
