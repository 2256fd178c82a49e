import type {
  CaptureSchedule,
  CaptureScheduleDraft,
  Claim,
  ClaimRequest,
  Lease,
  WaitingCapture,
} from '../capture-schedule.ts';

/** When pages are captured. All times are arguments, so that a test can set them. */
export interface CaptureSchedules {
  /**
   * Starts the captures of a webpage, or changes its schedule and options; `readyAt` is its next due time. A page under
   * capture is captured again with the new options afterwards. A page that is due, or waits for a retry, keeps its time
   * if that is earlier.
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
  /** Throws Problem('not-found'), as resume and request do. A capture under way is completed. */
  pause(owner: string, webpageId: string): Promise<void>;
  resume(owner: string, webpageId: string, readyAt: Date): Promise<void>;
  /** Requests a capture as soon as possible, also of a paused page. If one is under way, another one follows it. */
  request(owner: string, webpageId: string, now: Date): Promise<void>;
  /** The owners of due pages, without those whose captures pause because of their quota. */
  dueOwners(now: Date): Promise<string[]>;
  /** The number of due pages, and the due time of the first. */
  queue(now: Date): Promise<{ due: number; oldest: string | undefined }>;
  /**
   * Takes a due page of the owner. No other worker gets it until the lease ends. A page with an expired lease is due,
   * and its attempt is logged as interrupted.
   */
  claim(owner: string, request: ClaimRequest): Promise<Claim | undefined>;
  /** Takes this page, due or not. Undefined if a worker holds it. Throws Problem('not-found'). */
  claimOne(owner: string, webpageId: string, request: ClaimRequest): Promise<Claim | undefined>;
  /** Extends leases. Returns how many of them are still held. */
  renew(attempts: readonly string[], leaseUntil: Date): Promise<number>;
  /** Ends a lease without a result. The page, even a paused one, is then ready for another worker. */
  release(attempt: string, readyAt: Date): Promise<void>;
  /**
   * The time of the machine with the database: one clock for all processes, so that a process whose own clock is behind
   * does not take every due time for wrong.
   */
  databaseTime(): Promise<Date>;
  /** Pages that are due after `time` and that no worker holds, ordered by id. */
  dueAfter(time: Date, page: { after: string; limit: number }): Promise<WaitingCapture[]>;
  /** Changes the due time of a waiting page, unless it changed since it was read. */
  correctDue(webpageId: string, due: { from: string; to: string }): Promise<void>;
  /** The leases that end after this time. */
  leasesBeyond(time: Date): Promise<Lease[]>;
  /** Ends a lease early, unless it was renewed since it was read. */
  expire(lease: Lease, readyAt: Date): Promise<void>;
}
