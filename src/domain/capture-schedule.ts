import type { FailureReason, PhaseTimes, Warning } from './capture.ts';
import type { ShownOptions } from './capture-options.ts';
import type { Viewport } from './device.ts';
import type { Findings } from './findings.ts';
import type { PageElement } from './page-element.ts';
import type { PageText } from './page-text.ts';
import type { Picture, Screenshot } from './screenshot.ts';
import type { WordChange } from './word-change.ts';

/** When and how a webpage is captured. */
export interface CaptureScheduleDraft {
  readonly schedule: string;
  readonly timeZone: string;
  readonly options: ShownOptions;
  /** Encrypted cookies, headers and other secrets. The store never holds them in another form. */
  readonly sealedSecrets: string | undefined;
}

/** When and how a webpage is captured, and its current state. */
export interface CaptureSchedule {
  readonly webpageId: string;
  readonly schedule: string;
  readonly timeZone: string;
  readonly options: ShownOptions;
  readonly hasSecrets: boolean;
  readonly state: TrackState;
}

export type TrackState =
  | { readonly kind: 'capturing' }
  | {
      readonly kind: 'waiting';
      readonly nextAt: string;
      /** The page is due, or waits for its turn at the site. `nextAt` is then not a time to show. */
      readonly queued: boolean;
      readonly failing: Failing | undefined;
    }
  | { readonly kind: 'paused'; readonly failing: Failing | undefined };

export interface Failing {
  readonly since: string;
  readonly because: string;
  readonly failures: number;
}

/** A page that a worker holds until its lease ends. The store accepts writes only with the current `attempt`. */
export interface Claim {
  readonly attempt: string;
  readonly owner: string;
  readonly webpageId: string;
  readonly url: string;
  readonly schedule: string;
  readonly timeZone: string;
  readonly options: ShownOptions;
  readonly sealedSecrets: string | undefined;
  readonly failures: number;
  readonly failingSince: string | undefined;
  /** The title of the page at its newest good capture. */
  readonly title: string | undefined;
  /** Selectors of the change settings, whose elements are measured in the page. */
  readonly ignoredSelectors: readonly string[];
  /** The last day (2026-01-31, UTC) on which the webpage was counted as captured. */
  readonly countedDay: string | undefined;
  /** The process of the last attempt ended during it; 'again' if the process of the attempt before did too. */
  readonly interrupted: Interrupted | undefined;
}

export type Interrupted = 'once' | 'again';

/** No lease is longer. */
export const LONGEST_LEASE_MS = 3_600_000;

/** A page that no worker holds. */
export interface WaitingCapture {
  readonly webpageId: string;
  readonly url: string;
  readonly schedule: string;
  readonly timeZone: string;
  readonly failures: number;
  readonly dueAt: string;
  /** The page waits for its turn at the site, which its schedule does not limit. */
  readonly awaitsTurn: boolean;
}

/** A worker holds a page until this time. */
export interface Lease {
  readonly attempt: string;
  readonly until: string;
}

/** Limits for the visits of all workers to one site. */
export interface Politeness {
  readonly atOnce: number;
  readonly pauseMs: number;
}

export interface ClaimRequest {
  readonly attempt: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly politeness: Politeness;
}

/** An attempt in the log of captures. */
export interface CaptureRecord {
  readonly id: string;
  readonly webpageId: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly outcome: 'shot' | 'failed' | 'refused';
  /** The reason why there is no picture; undefined for a shot. */
  readonly reason: FailureReason | 'scheme' | 'address' | undefined;
  readonly detail: string | undefined;
  readonly screenshotId: string | undefined;
  readonly finalUrl: string | undefined;
  readonly httpStatus: number | undefined;
  readonly title: string | undefined;
  readonly viewport: Viewport | undefined;
  readonly pageHeight: number | undefined;
  readonly phases: PhaseTimes;
  readonly warnings: readonly Warning[];
  readonly browserVersion: string | undefined;
}

/** The data of the browser about the page of a screenshot, and the comparison with the screenshot before. */
export interface CaptureKnowledge extends Pick<CaptureRecord, 'title' | 'finalUrl' | 'httpStatus'> {
  /** Undefined if it was not compared. */
  readonly comparison:
    | { readonly beforeId: string; readonly share: number; readonly words: WordChange | undefined }
    | undefined;
}

export interface KnownScreenshot {
  readonly screenshot: Screenshot;
  readonly known: CaptureKnowledge;
}

/** The result of an attempt, which is stored in one transaction. */
export interface Finish {
  readonly record: CaptureRecord;
  readonly shot: KeptShot | undefined;
  /** The next due time. Ignored if the page was paused or requested during the capture. */
  readonly nextAt: string;
  readonly failing: Failing | undefined;
  /** Undefined if the capture did not look for it. */
  readonly icon?: FoundIcon | undefined;
}

/** The icon of the host of a webpage: a PNG, or null if none was found. */
export interface FoundIcon {
  readonly host: string;
  readonly image: Uint8Array | null;
  readonly checkedAt: string;
}

export interface KeptShot {
  readonly screenshot: Screenshot;
  readonly sourceSha256: string;
  /** The measured elements; undefined: the picture keeps those that it has. */
  readonly elements: readonly PageElement[] | undefined;
  readonly text?: PageText | undefined;
  /** Undefined for an unchanged page, and for the picture of an error. */
  readonly change: ShotChange | undefined;
}

/** A good capture against the last good one before it. */
export type ShotChange =
  | { readonly kind: 'first' }
  | {
      readonly kind: 'compared';
      readonly before: GoodCapture;
      readonly findings: Findings;
      /** Undefined if the words of one of the captures are not known. */
      readonly words?: WordChange | undefined;
    }
  /** `detail` is a sentence for the user. */
  | { readonly kind: 'failed'; readonly before: GoodCapture; readonly detail: string };

/** The id of a screenshot and the picture that it shows. */
export interface GoodCapture {
  readonly screenshotId: string;
  readonly picture: Picture;
  /** Undefined for a picture that no capture can share. */
  readonly sourceSha256: string | undefined;
}

/** The pictures that a new capture is compared with. */
export interface LastPictures {
  /** Of the newest screenshot; undefined if a capture cannot share it. */
  readonly newest: { readonly picture: Picture; readonly sourceSha256: string } | undefined;
  /** Of the newest screenshot that is not an error, a bot wall or a blank page. */
  readonly good: GoodCapture | undefined;
}
