import { randomUUIDv7 } from 'node:crypto';
import { readCaptureOptions } from '../../src/domain/capture-options.ts';
import type {
  CaptureRecord,
  CaptureScheduleDraft,
  Claim,
  ClaimRequest,
  Finish,
  Politeness,
} from '../../src/domain/capture-schedule.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import { addWebpage, newScreenshot } from './records.ts';

/** A clock that only the test moves. */
export class Clock {
  #at: number;

  constructor(at = '2026-03-01T00:00:00.000Z') {
    this.#at = Date.parse(at);
  }

  readonly now = (): Date => new Date(this.#at);

  in(ms: number): Date {
    return new Date(this.#at + ms);
  }

  forward(ms: number): void {
    this.#at += ms;
  }
}

export const LEASE_MS = 60_000;

/** No limits per site. */
export const IMPOLITE: Politeness = { atOnce: 1_000, pauseMs: 0 };

export function claimAt(clock: Clock, politeness = IMPOLITE): ClaimRequest {
  return { attempt: randomUUIDv7(), now: clock.now(), leaseUntil: clock.in(LEASE_MS), politeness };
}

const { cookies: _cookies, headers: _headers, ...shown } = readCaptureOptions({});

export const DAILY: CaptureScheduleDraft = {
  schedule: 'daily',
  timeZone: 'UTC',
  options: shown,
  sealedSecrets: undefined,
};

let sites = 0;

/** A site that no other test uses. */
export function newSite(): string {
  sites += 1;
  return `https://site-${process.pid}-${sites}.example/`;
}

/** A webpage that is due at `readyAt`. */
export async function addTracked(
  store: Store,
  owner: string,
  { url = newSite(), readyAt, draft = DAILY }: { url?: string; readyAt: Date; draft?: CaptureScheduleDraft },
): Promise<Webpage> {
  const webpage = await addWebpage(store, owner, { url });
  await store.schedules.start(owner, webpage.id, draft, { now: readyAt, readyAt });
  return webpage;
}

/** The result of a successful capture. Its image keys are reserved, but there are no files. */
export async function shotOf(store: Store, { attempt, webpageId }: Claim, at: Date, nextAt: Date): Promise<Finish> {
  const takenAt = at.toISOString();
  const screenshot = newScreenshot(webpageId, { createdAt: takenAt });
  const { contentKey, thumbnailKey } = screenshot.picture;
  await store.removals.reserve([contentKey, thumbnailKey], new Date(at.getTime() + 1));
  const record = { ...recordOf(attempt, webpageId, takenAt), screenshotId: screenshot.id };
  const shot = { screenshot, sourceSha256: screenshot.picture.sha256, elements: undefined, change: undefined };
  return { record, shot, nextAt: nextAt.toISOString(), failing: undefined };
}

/** The result of a failed capture. */
export function failureOf({ attempt, webpageId }: Claim, at: Date, nextAt: Date): Finish {
  const record: CaptureRecord = {
    ...recordOf(attempt, webpageId, at.toISOString()),
    outcome: 'failed',
    reason: 'dns',
    detail: 'There is no such host.',
  };
  const failing = { since: at.toISOString(), because: 'There is no such host.', failures: 1 };
  return { record, shot: undefined, nextAt: nextAt.toISOString(), failing };
}

function recordOf(id: string, webpageId: string, at: string): CaptureRecord {
  return {
    id,
    webpageId,
    startedAt: at,
    finishedAt: at,
    outcome: 'shot',
    reason: undefined,
    detail: undefined,
    screenshotId: undefined,
    finalUrl: undefined,
    httpStatus: 200,
    title: 'A page',
    viewport: undefined,
    pageHeight: undefined,
    phases: { navigate: 1 },
    warnings: [],
    browserVersion: undefined,
  };
}
