import { hash } from 'node:crypto';
import { presentScreenshotInList, presentWebpageInList } from '../api/present.ts';
import type { CaptureProgress } from '../app/follow-capture.ts';
import type { WebpageSettings } from '../app/patch-webpage.ts';
import type { CaptureKnowledge, CaptureRecord, CaptureSchedule } from '../domain/capture-schedule.ts';
import type { ChangeEntry } from '../domain/change.ts';
import type { TokenRecord } from '../domain/token.ts';
import { shownName, type Webpage } from '../domain/webpage.ts';
import type { ManageLinks } from './links.ts';
import type { Manage } from './operation.ts';
import type { Capture } from './schemas/capture.ts';
import type { Change } from './schemas/change.ts';
import type { Token } from './schemas/token.ts';
import type { ManagedWebPage, ManagedWebPageInList } from './schemas/webpage.ts';

type Links = Pick<Manage, 'links' | 'own'>;

export function presentTrackedInList(
  { links }: Links,
  webpage: Webpage,
  schedule: CaptureSchedule | undefined,
): ManagedWebPageInList {
  return { ...presentWebpageInList(links, webpage), ...presentState(schedule) };
}

export function presentTracked(manage: Links, { webpage, schedule, changeSettings }: WebpageSettings): ManagedWebPage {
  return {
    ...presentTrackedInList(manage, webpage, schedule),
    hasSecrets: schedule?.hasSecrets ?? false,
    ...(schedule && { captureOptions: schedule.options as unknown as ManagedWebPage['captureOptions'] }),
    changeSettings: changeSettings as ManagedWebPage['changeSettings'],
    collection: manage.own.webpages,
  } as ManagedWebPage;
}

/** Differs whenever a setting differs, and stays the same while captures go on. */
export function settingsTag({ webpage, schedule, changeSettings, sealedSecrets }: WebpageSettings): string {
  const settings = [webpage, schedule?.schedule, schedule?.timeZone, schedule?.options, changeSettings, sealedSecrets];
  return hash('sha256', JSON.stringify(settings)).slice(0, 20);
}

function presentState(schedule: CaptureSchedule | undefined) {
  if (!schedule) return { state: 'unscheduled' } as const;
  const { state, schedule: text, timeZone } = schedule;
  const times = { schedule: text, timeZone };
  if (state.kind === 'capturing') return { state: 'active', captureStatus: 'capturing', ...times } as const;
  const { failing } = state;
  const failed = failing && {
    failingSince: failing.since,
    failures: failing.failures,
    failureReason: failing.because,
  };
  if (state.kind === 'paused') return { state: 'paused', ...failed, ...times } as const;
  return {
    state: failing ? 'failing' : 'active',
    captureStatus: state.queued ? 'queued' : 'waiting',
    ...(!state.queued && { nextCapture: state.nextAt }),
    ...failed,
    ...times,
  } as const;
}

export function presentCapture({ links, own }: Links, record: CaptureRecord): Capture {
  const { id, webpageId, screenshotId } = record;
  return {
    type: 'Capture',
    id: own.capture(webpageId, id),
    identifier: id,
    startTime: record.startedAt,
    endTime: record.finishedAt,
    outcome: record.outcome,
    ...(record.reason !== undefined && { reason: record.reason }),
    ...(record.detail !== undefined && { summary: record.detail }),
    ...(record.title && { title: record.title }),
    ...(record.finalUrl !== undefined && { finalUrl: record.finalUrl }),
    ...(record.httpStatus !== undefined && { httpStatus: record.httpStatus }),
    ...(record.viewport && { viewport: record.viewport }),
    ...(record.pageHeight !== undefined && { pageHeight: record.pageHeight }),
    phases: record.phases as Record<string, number>,
    warnings: record.warnings as Capture['warnings'],
    ...(record.browserVersion !== undefined && { browserVersion: record.browserVersion }),
    about: { type: 'WebPage', id: links.webpage(webpageId) },
    ...(screenshotId !== undefined && {
      object: { type: 'ImageObject', id: links.screenshot(webpageId, screenshotId) },
    }),
  };
}

export function presentProgress(manage: Links, { id, webpageId, requestedAt, status, capture }: CaptureProgress) {
  return {
    type: 'CaptureRequest',
    id: manage.own.captureRequest(webpageId, id),
    identifier: id,
    published: requestedAt.toISOString(),
    captureStatus: status,
    about: { type: 'WebPage', id: manage.links.webpage(webpageId) },
    ...(capture && { capture: presentCapture(manage, capture) }),
  } as const;
}

export function presentChange(
  { links }: Pick<Manage, 'links'>,
  entry: ChangeEntry,
  known: ReadonlyMap<string, CaptureKnowledge>,
): Change {
  const { webpage } = entry;
  const screenshot = entry.kind === 'changed' ? entry.after : entry.screenshot;
  return {
    type: 'Change',
    identifier: entry.id,
    kind: entry.kind,
    published: entry.at,
    about: presentNamed(links, webpage, entry.title),
    ...(entry.title !== undefined && { title: entry.title }),
    ...(entry.reviewedAt !== undefined && { reviewedAt: entry.reviewedAt }),
    ...(entry.kind === 'changed' && presentSummary(entry.summary)),
    ...(screenshot && { object: presentScreenshotInList(links, screenshot, known.get(screenshot.id)) }),
    ...(entry.kind === 'changed' && { isBasedOn: links.screenshot(webpage.id, entry.before.id) }),
    ...(entry.kind === 'failing' && { summary: entry.because, failures: entry.failures }),
    ...(entry.kind === 'failing' && entry.until !== undefined && { endTime: entry.until }),
  };
}

/** A webpage in a record about it, with the name that the web application shows. */
export function presentNamed(links: Manage['links'], webpage: Webpage, title: string | undefined) {
  return {
    type: 'WebPage',
    id: links.webpage(webpage.id),
    identifier: webpage.id,
    name: shownName(webpage, title),
    url: webpage.url,
  } as const;
}

function presentSummary({
  share,
  added,
  removed,
  altered,
  ignored,
  leading,
}: Extract<ChangeEntry, { kind: 'changed' }>['summary']) {
  return {
    changeShare: share,
    regions: { added, removed, altered, ignored, leading: [...leading] },
  };
}

export function presentToken(own: ManageLinks, token: TokenRecord): Token {
  return {
    type: 'Token',
    id: own.token(token.id),
    identifier: token.id,
    name: token.name,
    dateCreated: token.createdAt,
    ...(token.lastUsedAt !== undefined && { lastUsedAt: token.lastUsedAt }),
    ...(token.expiresAt !== undefined && { expiresAt: token.expiresAt }),
    scopes: [...token.scopes],
    networks: [...token.networks],
  };
}
