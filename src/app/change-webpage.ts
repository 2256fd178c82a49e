import { nextRun, readSchedule } from '../domain/schedule.ts';
import type { Track, TrackDraft } from '../domain/track.ts';
import { makeWebpage, type Webpage, type WebpageDraft } from '../domain/webpage.ts';
import { makeTrack, type TrackParts, type TrackWish } from './track-webpages.ts';

export interface WebpageChange extends WebpageDraft, TrackWish {
  /** Forgets the cookies and headers that are kept; otherwise they stay unless others are given. */
  readonly forgetSecrets: boolean;
}

/**
 * Changes a record and how it is captured; what was captured stays. Throws Problem('invalid') naming the value that is
 * wrong, Problem('not-found').
 */
export async function changeWebpage(
  { store, sealingKey }: TrackParts,
  owner: string,
  old: Webpage,
  { forgetSecrets, ...change }: WebpageChange,
  now: Date,
): Promise<void> {
  const webpage = { ...makeWebpage(change, { id: old.id, now }), createdAt: old.createdAt };
  const wanted = makeTrack(sealingKey, old.id, change);
  await store.transaction(async (tx) => {
    await tx.webpages.change(owner, webpage);
    const kept = forgetSecrets ? undefined : await tx.tracks.secrets(owner, old.id);
    const track = { ...wanted, sealedSecrets: wanted.sealedSecrets ?? kept };
    const before = await tx.tracks.find(owner, old.id, now);
    await tx.tracks.start(owner, old.id, track, dueAfter(before, track, { webpageId: old.id, now }));
  });
}

/** What is due stays due: the first capture, say. Another try stays planned too, unless the schedule is a new one or comes first. */
function dueAfter(before: Track | undefined, wanted: TrackDraft, { webpageId, now }: { webpageId: string; now: Date }) {
  const schedule = readSchedule(wanted.schedule, wanted.timeZone);
  const regular = nextRun(schedule, { after: now, jitterSeed: webpageId });
  if (before?.state.kind !== 'waiting') return regular;
  const waited = new Date(before.state.nextAt);
  const sameSchedule = before.schedule === wanted.schedule && before.timeZone === wanted.timeZone;
  return waited <= now || (sameSchedule && waited < regular) ? waited : regular;
}
