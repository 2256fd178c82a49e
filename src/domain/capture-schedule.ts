import type { FailureReason, PhaseTimes, Warning } from './capture.ts';
import type { CaptureOptions } from './capture-options.ts';
import type { Viewport } from './device.ts';
import type { Picture, Screenshot } from './screenshot.ts';

/** What may be shown of a page's capture options; cookies and headers are secrets. */
export type ShownOptions = Omit<CaptureOptions, 'cookies' | 'headers'>;

/** How a webpage is to be captured. */
export interface CaptureScheduleDraft {
  readonly schedule: string;
  readonly timeZone: string;
  readonly options: ShownOptions;
  /** Cookies and headers, sealed; they never leave the store in another form. */
  readonly sealedSecrets: string | undefined;
}

/** How it is captured, and how that goes. */
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
      /** It is due, or was due and waits for its turn at the site; then `nextAt` is no time to tell anyone. */
      readonly queued: boolean;
      readonly failing: Failing | undefined;
    }
  | { readonly kind: 'paused'; readonly failing: Failing | undefined };

export interface Failing {
  readonly since: string;
  readonly because: string;
  readonly failures: number;
}

/** A page that a worker has for the time of its lease; `attempt` is what it shows to write anything. */
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
  /** Whether the process of the attempt before this one ended in the middle of it; 'again' if the one before did, too. */
  readonly interrupted: Interrupted | undefined;
}

export type Interrupted = 'once' | 'again';

/** No lease is given, or renewed, for longer. */
export const LONGEST_LEASE_MS = 3_600_000;

/** Until when a worker has a page. */
export interface Lease {
  readonly attempt: string;
  readonly until: string;
}

/** How often one site may be visited, by all workers together. */
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

/** One attempt, as the log keeps it. */
export interface CaptureRecord {
  readonly id: string;
  readonly webpageId: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly outcome: 'shot' | 'failed' | 'refused';
  /** Why there is no picture; undefined for a shot. */
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

/** What a finished attempt leaves behind, all of it at once. */
export interface Finish {
  readonly record: CaptureRecord;
  readonly shot: KeptShot | undefined;
  /** When it is due again; ignored if the page was paused or asked for meanwhile. */
  readonly nextAt: string;
  readonly failing: Failing | undefined;
}

export interface KeptShot {
  readonly screenshot: Screenshot;
  readonly sourceSha256: string;
}

/** The picture of a webpage's newest capture. */
export interface LastPicture {
  readonly picture: Picture;
  readonly sourceSha256: string;
}
