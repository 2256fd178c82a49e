import { randomUUIDv7 } from 'node:crypto';
import { readCaptureOptions } from '../domain/capture-options.ts';
import type { CaptureScheduleDraft } from '../domain/capture-schedule.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { nextRun, readSchedule } from '../domain/schedule.ts';
import { makeWebpage, type Webpage, type WebpageDraft } from '../domain/webpage.ts';
import { splitOptions } from './page-secrets.ts';
import type { SealingKey } from './seal.ts';

export const DEFAULT_SCHEDULE = 'daily';
export const DEFAULT_TIME_ZONE = 'UTC';

/** What a person says of how a page is to be captured; all of it has a default. */
export interface TrackWish {
  readonly schedule?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Read by readCaptureOptions. */
  readonly options?: object | undefined;
}

export interface TrackParts {
  readonly store: Store;
  readonly sealingKey: SealingKey;
}

/**
 * Adds webpages, all or none, and has each captured at once and then on its schedule.
 * Throws Problem('invalid') naming the value that is wrong and what is allowed.
 */
export async function trackWebpages(
  { store, sealingKey }: TrackParts,
  owner: string,
  drafts: readonly (WebpageDraft & TrackWish)[],
  now: Date,
): Promise<Webpage[]> {
  const made = drafts.map((draft) => {
    const webpage = makeWebpage(draft, { id: randomUUIDv7(), now });
    return { webpage, track: makeTrack(sealingKey, webpage.id, draft) };
  });
  await store.transaction(async (tx) => {
    for (const { webpage, track } of made) {
      await tx.webpages.add(owner, webpage);
      await tx.schedules.start(owner, webpage.id, track, { now, readyAt: now });
    }
  });
  return made.map(({ webpage }) => webpage);
}

export function makeTrack(sealingKey: SealingKey, webpageId: string, wish: TrackWish): CaptureScheduleDraft {
  const schedule = readSchedule(wish.schedule ?? DEFAULT_SCHEDULE, wish.timeZone ?? DEFAULT_TIME_ZONE);
  const { shown, sealedSecrets } = splitOptions(sealingKey, webpageId, readCaptureOptions(wish.options ?? {}));
  return { schedule: schedule.text, timeZone: schedule.timeZone, options: shown, sealedSecrets };
}

/**
 * A webpage that was never given a schedule can be captured too: it gets a track that rests, so that being asked for
 * once does not make it be captured for ever. Throws Problem('not-found').
 */
export async function makeCapturable(
  { store, sealingKey }: TrackParts,
  owner: string,
  webpageId: string,
  now: Date,
): Promise<void> {
  if (await store.schedules.find(owner, webpageId, now)) return;
  await store.transaction(async (tx) => {
    await tx.schedules.start(owner, webpageId, makeTrack(sealingKey, webpageId, {}), { now, readyAt: now });
    await tx.schedules.pause(owner, webpageId);
  });
}

/** Captures a paused page again from its next regular time, so that resuming many starts no stampede. */
export async function resumeWebpage(store: Store, owner: string, webpageId: string, now: Date): Promise<Date> {
  const track = await store.schedules.find(owner, webpageId, now);
  if (!track) throw new Problem('not-found', 'There is no such webpage, or it has no schedule.');
  const schedule = readSchedule(track.schedule, track.timeZone);
  const nextAt = nextRun(schedule, { after: now, jitterSeed: webpageId });
  await store.schedules.resume(owner, webpageId, nextAt);
  return nextAt;
}
