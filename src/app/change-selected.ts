import type { CaptureScheduleDraft } from '../domain/capture-schedule.ts';
import { isIdentifier } from '../domain/identifier.ts';
import type { Store } from '../domain/ports/store.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { nextRun, readSchedule } from '../domain/schedule.ts';
import { printable } from '../domain/text.ts';
import { nameKey, readKeywords, type Webpage } from '../domain/webpage.ts';
import { recordWebpage } from './record-webpage.ts';
import {
  checkCaptureQuota,
  DEFAULT_TIME_ZONE,
  makeScheduleDraft,
  pauseWebpage,
  resumeWebpage,
  type ScheduleParts,
  startPaused,
} from './track-webpages.ts';
import { deleteWebpage, type TrashParts } from './trash.ts';

/** A change of several webpages at once. */
export type SelectionChange =
  | { readonly kind: 'add-keywords' | 'remove-keywords'; readonly keywords: readonly string[] }
  /** The time zone of each webpage stays. */
  | { readonly kind: 'schedule'; readonly schedule: string }
  | { readonly kind: 'capture' | 'pause' | 'resume' | 'delete' };

export interface SelectionResult {
  readonly changed: number;
  /** Webpages that do not exist any more. */
  readonly missing: number;
  /** Webpages that cannot be paused or resumed, because they have no schedule. */
  readonly unscheduled: number;
}

const MOST_SELECTED = 200;

/**
 * Changes the selected webpages in one transaction. Throws Problem('invalid'), and changes none of them, if a value is
 * invalid for one of them.
 */
export async function changeSelected(
  parts: ScheduleParts & TrashParts,
  owner: string,
  ids: readonly string[],
  change: SelectionChange,
  now: Date,
): Promise<SelectionResult> {
  checkSelection(ids);
  checkValues(change);
  const counts = { changed: 0, missing: 0, unscheduled: 0 };
  await parts.store.transaction(async (tx) => {
    if (change.kind === 'capture') await checkCaptureQuota(tx, owner, now);
    for (const id of new Set(ids)) {
      const webpage = await tx.webpages.find(owner, id);
      const result = webpage && (await changeNamed({ ...parts, store: tx }, owner, webpage, change, now));
      counts[result ?? 'missing'] += 1;
    }
  });
  return counts;
}

/** Small, so that other writers do not wait long. */
const CHANGED_A_STEP = 100;

/**
 * Changes webpages in small transactions, each with its own result: undefined, or why it was not changed. Throws
 * Problem('invalid'), and changes none of them, if a value is invalid for all.
 */
export async function changeEach(
  parts: ScheduleParts & TrashParts,
  owner: string,
  ids: readonly string[],
  change: SelectionChange,
  now: Date,
): Promise<ReadonlyMap<string, Problem | undefined>> {
  checkValues(change);
  if (change.kind === 'capture') await checkCaptureQuota(parts.store, owner, now);
  const results = new Map<string, Problem | undefined>();
  const wanted = [...new Set(ids)];
  for (let start = 0; start < wanted.length; start += CHANGED_A_STEP) {
    const step = wanted.slice(start, start + CHANGED_A_STEP);
    const done = await parts.store.transaction(async (tx) => {
      const made: [string, Problem | undefined][] = [];
      for (const id of step) made.push([id, await refusalOf({ ...parts, store: tx }, owner, id, change, now)]);
      return made;
    });
    for (const [id, problem] of done) results.set(id, problem);
  }
  return results;
}

/** A change throws before it writes anything, so the transaction can go on. */
async function refusalOf(
  parts: ScheduleParts & TrashParts,
  owner: string,
  id: string,
  change: SelectionChange,
  now: Date,
): Promise<Problem | undefined> {
  const webpage = isIdentifier(id) ? await parts.store.webpages.find(owner, id) : undefined;
  if (!webpage) return notFound('webpage');
  try {
    if ((await changeOne(parts, owner, webpage, change, now)) === 'changed') return undefined;
    return new Problem('unprocessable', 'The webpage has no schedule that could be paused or resumed.');
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Throws Problem('invalid') if nothing or too much is selected. */
export function checkSelection(ids: readonly string[]): void {
  if (ids.length === 0) throw new Problem('invalid', 'Select at least one webpage.');
  if (ids.length > MOST_SELECTED) {
    throw new Problem(
      'invalid',
      `${ids.length} webpages are selected; at most ${MOST_SELECTED} can be changed at once.`,
    );
  }
}

/** Checks the values that all webpages share, before anything is changed. */
function checkValues(change: SelectionChange): void {
  if (change.kind === 'schedule') readSchedule(change.schedule, DEFAULT_TIME_ZONE);
  if ('keywords' in change && readKeywords(change.keywords).length === 0) {
    throw new Problem('invalid', 'Enter at least one keyword.');
  }
}

/** Names the webpage in the message, because the keywords of only one webpage may be too many. */
async function changeNamed(...change: Parameters<typeof changeOne>): ReturnType<typeof changeOne> {
  try {
    return await changeOne(...change);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.kind, `${printable(change[2].name)}: ${error.message} Nothing was changed.`, {
      cause: error,
    });
  }
}

async function changeOne(
  parts: ScheduleParts & TrashParts,
  owner: string,
  webpage: Webpage,
  change: SelectionChange,
  now: Date,
): Promise<'changed' | 'unscheduled'> {
  const { store } = parts;
  const { id } = webpage;
  switch (change.kind) {
    case 'add-keywords':
    case 'remove-keywords':
      await changeKeywords(store, owner, webpage, change, now);
      return 'changed';
    case 'schedule':
      await reschedule(parts, owner, id, change, now);
      await store.events.add(owner, { kind: 'edited', at: now.toISOString(), webpageId: id });
      await recordWebpage(store, 'capture-settings-changed', owner, id);
      return 'changed';
    case 'capture':
      if (!(await store.schedules.find(owner, id, now))) await startPaused(parts, owner, id, now);
      await store.schedules.request(owner, id, now);
      return 'changed';
    case 'delete':
      await deleteWebpage(parts, owner, id, { now });
      return 'changed';
    case 'pause':
    case 'resume':
      if (!(await store.schedules.find(owner, id, now))) return 'unscheduled';
      if (change.kind === 'pause') await pauseWebpage(store, owner, id);
      else await resumeWebpage(store, owner, id, now);
      return 'changed';
  }
}

async function changeKeywords(
  store: Store,
  owner: string,
  webpage: Webpage,
  { kind, keywords }: Extract<SelectionChange, { keywords: readonly string[] }>,
  now: Date,
): Promise<void> {
  const removed = new Set(keywords.map((keyword) => nameKey(keyword.trim())));
  const wanted =
    kind === 'add-keywords'
      ? readKeywords([...webpage.keywords, ...keywords])
      : webpage.keywords.filter((keyword) => !removed.has(nameKey(keyword)));
  if (wanted.length === webpage.keywords.length) return;
  await store.webpages.change(owner, { ...webpage, keywords: wanted, modifiedAt: now.toISOString() });
}

/** Options and secrets stay. */
async function reschedule(
  { store, sealingKey }: ScheduleParts,
  owner: string,
  webpageId: string,
  { schedule }: { readonly schedule: string },
  now: Date,
): Promise<void> {
  const before = await store.schedules.find(owner, webpageId, now);
  const made = makeScheduleDraft(sealingKey, webpageId, { schedule, timeZone: before?.timeZone });
  const draft: CaptureScheduleDraft = before
    ? { ...made, options: before.options, sealedSecrets: await store.schedules.secrets(owner, webpageId) }
    : made;
  const readyAt = nextRun(readSchedule(made.schedule, made.timeZone), { after: now, jitterSeed: webpageId });
  await store.schedules.start(owner, webpageId, draft, { now, readyAt });
}
