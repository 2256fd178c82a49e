import { isDeepStrictEqual } from 'node:util';
import { readCaptureOptions } from '../domain/capture-options.ts';
import type { CaptureSchedule, CaptureScheduleDraft } from '../domain/capture-schedule.ts';
import { nextRun, readSchedule } from '../domain/schedule.ts';
import { makeWebpage, type Webpage, type WebpageDraft } from '../domain/webpage.ts';
import { hasSecrets, openSecretsIfReadable } from './page-secrets.ts';
import { type CaptureSettings, makeScheduleDraft, type ScheduleParts } from './track-webpages.ts';

export interface WebpageChange extends WebpageDraft, CaptureSettings {
  /** Undefined keeps the current schedule, or leaves the webpage without one. */
  readonly schedule: string | undefined;
  /** Deletes the stored cookies, headers and texts. If false, each kind stays unless new ones are given. */
  readonly forgetSecrets: boolean;
}

/**
 * Changes the record of a webpage and its capture settings, and writes only the parts that differ. Throws
 * Problem('invalid') with the name of the invalid value, and Problem('not-found').
 */
export async function changeWebpage(
  { store, sealingKey }: ScheduleParts,
  owner: string,
  old: Webpage,
  change: WebpageChange,
  now: Date,
): Promise<void> {
  await store.transaction((tx) => changeHeld({ store: tx, sealingKey }, owner, old, change, now));
}

/** The same in a transaction that is open. */
export async function changeHeld(
  { store: tx, sealingKey }: ScheduleParts,
  owner: string,
  old: Webpage,
  { forgetSecrets, ...change }: WebpageChange,
  now: Date,
): Promise<void> {
  const { createdAt, modifiedAt } = old;
  const view = readCaptureOptions(change.options ?? {});
  const webpage = { ...makeWebpage({ ...change, view }, { id: old.id, now }), createdAt };
  if (!isDeepStrictEqual({ ...webpage, modifiedAt }, old)) await tx.webpages.change(owner, webpage);

  const before = await tx.schedules.find(owner, old.id, now);
  const unscheduled = makeScheduleDraft(sealingKey, old.id, {});
  const base = change.schedule === undefined ? (before ?? unscheduled) : change;
  const { schedule, timeZone } = base;
  const sealed = forgetSecrets ? undefined : await tx.schedules.secrets(owner, old.id);
  const wanted = makeScheduleDraft(
    sealingKey,
    old.id,
    { ...change, schedule, timeZone },
    openSecretsIfReadable(sealingKey, old.id, sealed),
  );
  const secretsStay = !forgetSecrets && !hasSecrets(readCaptureOptions(change.options ?? {}));
  if (secretsStay && isSameSchedule(wanted, base === unscheduled ? unscheduled : before)) return;

  const readyAt = nextRun(readSchedule(wanted.schedule, wanted.timeZone), { after: now, jitterSeed: old.id });
  await tx.schedules.start(
    owner,
    old.id,
    { ...wanted, sealedSecrets: secretsStay ? sealed : wanted.sealedSecrets },
    { now, readyAt },
  );
  if (base === unscheduled) await tx.schedules.pause(owner, old.id);
  await tx.events.add(owner, { kind: 'edited', at: now.toISOString(), webpageId: old.id });
  await tx.audit.record({
    action: 'capture-settings-changed',
    owner,
    subject: webpage.groupName,
    subjectId: webpage.id,
  });
}

/** Compares everything but the secrets. */
function isSameSchedule(
  wanted: CaptureScheduleDraft,
  before: CaptureScheduleDraft | CaptureSchedule | undefined,
): boolean {
  return (
    wanted.schedule === before?.schedule &&
    wanted.timeZone === before.timeZone &&
    isDeepStrictEqual(wanted.options, before.options)
  );
}
