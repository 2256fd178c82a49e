import type { CaptureSchedule, CaptureScheduleDraft, Claim, ClaimRequest, Lease } from '../capture-schedule.ts';

/** Which pages are captured when. All times are the caller's, so that a test can move them. */
export interface CaptureSchedules {
  /**
   * Begins to track a webpage, or changes how; `readyAt` is when it is due next. A page that is being captured is
   * captured in the new way right after that; one that is due, or waits to be tried again, waits no longer than before.
   * Throws Problem('not-found').
   */
  start(
    owner: string,
    webpageId: string,
    draft: CaptureScheduleDraft,
    times: { now: Date; readyAt: Date },
  ): Promise<void>;
  /** Undefined for a webpage that is kept but not captured. */
  find(owner: string, webpageId: string, now: Date): Promise<CaptureSchedule | undefined>;
  findMany(owner: string, webpageIds: readonly string[], now: Date): Promise<Map<string, CaptureSchedule>>;
  secrets(owner: string, webpageId: string): Promise<string | undefined>;
  /** Whether any webpage of the archive has secrets, which only their key opens. */
  holdSecrets(): Promise<boolean>;
  /** Throws Problem('not-found'), as resume and request do. A capture under way is finished. */
  pause(owner: string, webpageId: string): Promise<void>;
  resume(owner: string, webpageId: string, readyAt: Date): Promise<void>;
  /** Asks for a capture that begins from now on, as soon as possible, also of a paused page; one under way is followed by it. */
  request(owner: string, webpageId: string, now: Date): Promise<void>;
  /** Owners with work that is due, for workers to serve in turn. */
  dueOwners(now: Date): Promise<string[]>;
  /** How many pages are due, and since when the first of them. */
  queue(now: Date): Promise<{ due: number; oldest: string | undefined }>;
  /**
   * Takes a due page of the owner for the time of the lease; no other worker gets it meanwhile. One whose lease ran out
   * is due, and what was under way then is logged as interrupted.
   */
  claim(owner: string, request: ClaimRequest): Promise<Claim | undefined>;
  /** Takes this page, due or not; undefined if a worker has it. Throws Problem('not-found'). */
  claimOne(owner: string, webpageId: string, request: ClaimRequest): Promise<Claim | undefined>;
  /** Prolongs leases; answers how many of them are still held. */
  renew(attempts: readonly string[], leaseUntil: Date): Promise<number>;
  /** Gives a page back untouched; also a paused one is then ready for another worker. */
  release(attempt: string, readyAt: Date): Promise<void>;
  /** Those that end after this time. */
  leasesBeyond(time: Date): Promise<Lease[]>;
  /** Ends a lease that nobody renews; one that was renewed after all is left alone. */
  expire(lease: Lease, readyAt: Date): Promise<void>;
}
