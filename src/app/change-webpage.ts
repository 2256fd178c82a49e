import { isDeepStrictEqual } from 'node:util';
import type { CaptureSchedule, CaptureScheduleDraft } from '../domain/capture-schedule.ts';
import { nextRun, readSchedule } from '../domain/schedule.ts';
import { makeWebpage, type Webpage, type WebpageDraft } from '../domain/webpage.ts';
import { makeTrack, type TrackParts, type TrackWish } from './track-webpages.ts';

export interface WebpageChange extends WebpageDraft, TrackWish {
  /** Undefined leaves the webpage with the schedule that it has, or to be captured only when asked if it has none. */
  readonly schedule: string | undefined;
  /** Forgets the cookies and headers that are kept; otherwise they stay unless others are given. */
  readonly forgetSecrets: boolean;
}

/**
 * Changes a record and how it is captured; what was captured stays, and what is as it was is not written. Throws
 * Problem('invalid') naming the value that is wrong, Problem('not-found').
 */
export async function changeWebpage(
  { store, sealingKey }: TrackParts,
  owner: string,
  old: Webpage,
  { forgetSecrets, ...change }: WebpageChange,
  now: Date,
): Promise<void> {
  const { createdAt, modifiedAt } = old;
  const webpage = { ...makeWebpage(change, { id: old.id, now }), createdAt };
  await store.transaction(async (tx) => {
    if (!isDeepStrictEqual({ ...webpage, modifiedAt }, old)) await tx.webpages.change(owner, webpage);

    const before = await tx.schedules.find(owner, old.id, now);
    const untracked = makeTrack(sealingKey, old.id, {});
    const left = change.schedule === undefined ? (before ?? untracked) : change;
    const { schedule, timeZone } = left;
    const wanted = makeTrack(sealingKey, old.id, { ...change, schedule, timeZone });
    const secretsStay = wanted.sealedSecrets === undefined && !forgetSecrets;
    if (secretsStay && isAlike(wanted, left === untracked ? untracked : before)) return;

    const kept = forgetSecrets ? undefined : await tx.schedules.secrets(owner, old.id);
    const readyAt = nextRun(readSchedule(wanted.schedule, wanted.timeZone), { after: now, jitterSeed: old.id });
    await tx.schedules.start(
      owner,
      old.id,
      { ...wanted, sealedSecrets: wanted.sealedSecrets ?? kept },
      { now, readyAt },
    );
    if (left === untracked) await tx.schedules.pause(owner, old.id);
  });
}

/** Secrets aside. */
function isAlike(wanted: CaptureScheduleDraft, before: CaptureScheduleDraft | CaptureSchedule | undefined): boolean {
  return (
    wanted.schedule === before?.schedule &&
    wanted.timeZone === before.timeZone &&
    isDeepStrictEqual(wanted.options, before.options)
  );
}
