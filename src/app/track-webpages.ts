import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readCaptureOptions } from '../domain/capture-options.ts';
import type { CaptureScheduleDraft } from '../domain/capture-schedule.ts';
import { type ChangeSettings, NOTHING_IGNORED } from '../domain/change.ts';
import { readChangeSettings } from '../domain/change-settings.ts';
import { noSecrets, type PageSecrets } from '../domain/page-secrets.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { pauseReason } from '../domain/quota.ts';
import { nextRun, readSchedule } from '../domain/schedule.ts';
import { checkSecrets } from '../domain/steps.ts';
import { makeWebpage, type Webpage, type WebpageDraft } from '../domain/webpage.ts';
import { addKept, splitOptions } from './page-secrets.ts';
import { recordWebpage } from './record-webpage.ts';
import type { SealingKey } from './seal.ts';

export const DEFAULT_SCHEDULE = 'daily';
export const DEFAULT_TIME_ZONE = 'UTC';

/** In place of a schedule: captures the webpage now and then only on request. Its schedule is the default one, paused. */
export const ONCE = 'once';

/** When and how to capture a webpage, not yet validated. Every setting has a default. */
export interface CaptureSettings {
  readonly schedule?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Validated by readCaptureOptions. */
  readonly options?: object | undefined;
}

export interface ScheduleParts {
  readonly store: Store;
  readonly sealingKey: SealingKey;
}

export interface TrackedDraft extends WebpageDraft, CaptureSettings {
  /** Not yet validated. By default every change counts. */
  readonly changeSettings?: ChangeSettings | undefined;
}

/**
 * Adds all webpages in one transaction. Each is captured immediately and then on its schedule, if that is not ONCE.
 * Throws Problem('invalid') with the invalid value and what is allowed.
 */
export async function trackWebpages(
  { store, sealingKey }: ScheduleParts,
  owner: string,
  drafts: readonly TrackedDraft[],
  now: Date,
): Promise<Webpage[]> {
  const ids = newIds(drafts.length);
  const made = drafts.map((draft, index) => makeTracked(sealingKey, draft, { id: ids[index] ?? '', now }));
  await store.transaction((tx) => addTracked(tx, owner, made, now));
  return made.map(({ webpage }) => webpage);
}

/** A webpage with its valid settings, before it is stored. */
export interface Tracked {
  readonly webpage: Webpage;
  readonly once: boolean;
  readonly schedule: CaptureScheduleDraft;
  readonly changeSettings: ChangeSettings;
}

/** The ids decide the order of webpages that were added at the same time. Ids of one millisecond are random. */
export function newIds(count: number): string[] {
  return Array.from({ length: count }, () => randomUUIDv7()).sort();
}

/** Throws Problem('invalid') with the invalid value and what is allowed. */
export function makeTracked(sealingKey: SealingKey, draft: TrackedDraft, made: { id: string; now: Date }): Tracked {
  const schedule = makeScheduleDraft(sealingKey, made.id, draft);
  return {
    webpage: makeWebpage({ ...draft, view: schedule.options }, made),
    once: draft.schedule === ONCE,
    schedule,
    changeSettings: readChangeSettings(draft.changeSettings ?? NOTHING_IGNORED),
  };
}

/** Must run in a transaction. Throws Problem('unprocessable') if the account would have too many webpages. */
export async function addTracked(tx: Store, owner: string, made: readonly Tracked[], now: Date): Promise<void> {
  for (const { webpage, once, schedule, changeSettings } of made) {
    await tx.webpages.add(owner, webpage);
    await tx.schedules.start(owner, webpage.id, schedule, { now, readyAt: now });
    if (!isDeepStrictEqual(changeSettings, NOTHING_IGNORED)) {
      await tx.changes.setSettings(owner, webpage.id, changeSettings);
    }
    if (!once) continue;
    await tx.schedules.pause(owner, webpage.id);
    await tx.schedules.request(owner, webpage.id, now);
  }
}

/** Throws Problem('invalid'). The webpage keeps the secrets of `kept` that the settings do not replace. */
export function makeScheduleDraft(
  sealingKey: SealingKey,
  webpageId: string,
  settings: CaptureSettings,
  kept: PageSecrets = noSecrets,
): CaptureScheduleDraft {
  const text = settings.schedule === ONCE ? DEFAULT_SCHEDULE : (settings.schedule ?? DEFAULT_SCHEDULE);
  const schedule = readSchedule(text, settings.timeZone ?? DEFAULT_TIME_ZONE);
  const options = addKept(readCaptureOptions(settings.options ?? {}), kept);
  checkSecrets(options.steps, options.secrets);
  const { shown, sealedSecrets } = splitOptions(sealingKey, webpageId, options);
  return { schedule: schedule.text, timeZone: schedule.timeZone, options: shown, sealedSecrets };
}

/**
 * Requests a capture as soon as possible, also of a paused webpage. Throws Problem('not-found'), and
 * Problem('unprocessable') while the captures of the account pause because of its quota.
 */
export async function requestCapture(parts: ScheduleParts, owner: string, webpageId: string, now: Date): Promise<void> {
  await checkCaptureQuota(parts.store, owner, now);
  await makeCapturable(parts, owner, webpageId, now);
  await parts.store.schedules.request(owner, webpageId, now);
}

/** Throws Problem('unprocessable') while the captures of the account pause because of its quota. */
export async function checkCaptureQuota(store: Store, owner: string, now: Date): Promise<void> {
  const { quota, use } = await store.people.find(owner);
  const reason = pauseReason(quota, use, now);
  if (reason !== undefined) throw new Problem('unprocessable', reason);
}

/** Prepares a webpage without a schedule for a single capture. Throws Problem('not-found'). */
export async function makeCapturable(
  { store, sealingKey }: ScheduleParts,
  owner: string,
  webpageId: string,
  now: Date,
): Promise<void> {
  if (await store.schedules.find(owner, webpageId, now)) return;
  await store.transaction((tx) => startPaused({ store: tx, sealingKey }, owner, webpageId, now));
}

/** Adds a paused schedule, so that no captures follow but those on request. Must run in a transaction. */
export async function startPaused(
  { store, sealingKey }: ScheduleParts,
  owner: string,
  webpageId: string,
  now: Date,
): Promise<void> {
  await store.schedules.start(owner, webpageId, makeScheduleDraft(sealingKey, webpageId, {}), { now, readyAt: now });
  await store.schedules.pause(owner, webpageId);
}

/** Throws Problem('not-found'). A capture under way is completed. */
export async function pauseWebpage(store: Store, owner: string, webpageId: string): Promise<void> {
  await store.schedules.pause(owner, webpageId);
  await recordWebpage(store, 'captures-paused', owner, webpageId);
}

/** Resumes at the next regular time and not at once, so that resuming many webpages does not start them all together. */
export async function resumeWebpage(store: Store, owner: string, webpageId: string, now: Date): Promise<Date> {
  const paused = await store.schedules.find(owner, webpageId, now);
  if (!paused) throw new Problem('not-found', 'The webpage does not exist, or it has no schedule.');
  const schedule = readSchedule(paused.schedule, paused.timeZone);
  const nextAt = nextRun(schedule, { after: now, jitterSeed: webpageId });
  await store.schedules.resume(owner, webpageId, nextAt);
  await recordWebpage(store, 'captures-resumed', owner, webpageId);
  return nextAt;
}
