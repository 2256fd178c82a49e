import { type ArchiveEvent, type EventKind, eventName } from '../domain/event.ts';
import type { Region } from '../domain/findings.ts';
import { shorten } from '../domain/text.ts';
import { shownName } from '../domain/webpage.ts';
import type { Links } from './links.ts';
import { presentScreenshot, presentWebpage } from './present.ts';
import type { Screenshot, WebPage } from './schemas.ts';

/** Create, Reject, Accept, Update and Delete are activities of ActivityStreams, the others are of our own vocabulary. */
const TYPES = {
  changed: 'Create',
  captured: 'Create',
  failed: 'Reject',
  'still-failing': 'Reject',
  recovered: 'Accept',
  added: 'Create',
  edited: 'Update',
  paused: 'Pause',
  resumed: 'Resume',
  deleted: 'Delete',
  restored: 'Restore',
  'capture-deleted': 'Delete',
  'capture-restored': 'Restore',
} as const satisfies Record<EventKind, string>;

/** An event as an activity of ActivityStreams. Its size is below 20 kB, whatever the webpage contains. */
export interface EventRecord {
  readonly type: (typeof TYPES)[EventKind];
  readonly id: string;
  readonly identifier: string;
  readonly eventKind: EventKind;
  readonly actor: string;
  readonly published: string;
  readonly summary: string;
  /** The screenshot of a capture, or the webpage. A deleted object has only its id, and perhaps a name and an address. */
  readonly object: EventObject;
  readonly failures?: number;
  readonly failingSince?: string;
  readonly changeShare?: number;
  readonly regions?: readonly RegionRecord[];
  readonly isBasedOn?: string;
}

type EventObject =
  | Screenshot
  | WebPage
  | { readonly type: 'ImageObject'; readonly id: string; readonly identifier: string }
  | {
      readonly type: 'WebPage';
      readonly id: string;
      readonly identifier: string;
      readonly name?: string;
      readonly url?: string;
    };

/** A part of the newer picture that changed, in its pixels. */
interface RegionRecord {
  readonly type: 'Region';
  readonly regionKind: Region['kind'];
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function presentEvent(links: Links, event: ArchiveEvent): EventRecord {
  const { kind, number, at, webpageId, share, summary, known } = event;
  const failure = event.details && 'failure' in event.details ? event.details.failure : undefined;
  return {
    type: TYPES[kind],
    id: links.event(eventName(event)),
    identifier: String(number),
    eventKind: kind,
    actor: links.base,
    published: at,
    summary: describeEvent(event),
    object: ABOUT_CAPTURES.has(kind) ? captureOf(links, event) : webpageOf(links, event),
    ...(failure && { failures: failure.failures, failingSince: failure.since }),
    ...(share !== undefined && { changeShare: share }),
    ...(kind === 'changed' && summary && { regions: summary.leading.map(presentRegion) }),
    ...(kind === 'changed' &&
      known?.comparison && { isBasedOn: links.screenshot(webpageId, known.comparison.beforeId) }),
  };
}

const ABOUT_CAPTURES: ReadonlySet<EventKind> = new Set(['changed', 'captured', 'capture-deleted', 'capture-restored']);

function captureOf(links: Links, { webpageId, screenshotId = '', screenshot, known }: ArchiveEvent): EventObject {
  if (!screenshot) {
    return { type: 'ImageObject', id: links.screenshot(webpageId, screenshotId), identifier: screenshotId };
  }
  // The browser reports addresses and titles of any length.
  const { finalUrl, title, ...others } = presentScreenshot(links, screenshot, known);
  return {
    ...others,
    ...(title !== undefined && { title: shorten(title, LONGEST_TITLE) }),
    ...(finalUrl !== undefined && finalUrl.length <= LONGEST_URL && { finalUrl }),
  };
}

function webpageOf(links: Links, { webpageId, webpage, details }: ArchiveEvent): EventObject {
  if (webpage) return presentWebpage(links, webpage);
  const known = details && 'webpage' in details ? details.webpage : undefined;
  const id = { type: 'WebPage', id: links.webpage(webpageId), identifier: webpageId } as const;
  return { ...id, ...(known && { name: known.name, url: known.url }) };
}

function presentRegion({ kind, after }: Region): RegionRecord {
  const { x, y, width, height } = after;
  return { type: 'Region', regionKind: kind, left: x, top: y, width, height };
}

const LONGEST_TITLE = 300;
const LONGEST_URL = 2048;
const LONGEST_SUMMARY = 500;

/** The event in a sentence: for a failure, its reason. */
export function describeEvent(event: ArchiveEvent): string {
  return shorten(sentenceOf(event), LONGEST_SUMMARY);
}

function sentenceOf(event: ArchiveEvent): string {
  const name = nameOf(event);
  switch (event.kind) {
    case 'changed':
      return `${percent(event.share ?? 0)} of ${name} changed.`;
    case 'captured':
      return `${name} was captured.`;
    case 'failed':
    case 'still-failing':
      return event.details && 'failure' in event.details ? event.details.failure.because : 'The capture failed.';
    case 'recovered':
      return `${name} is captured again.`;
    case 'added':
      return `${name} was added.`;
    case 'edited':
      return `${name} was edited.`;
    case 'paused':
      return `The captures of ${name} were paused.`;
    case 'resumed':
      return `The captures of ${name} were resumed.`;
    case 'deleted':
      return `${name} was deleted.`;
    case 'restored':
      return `${name} was restored.`;
    case 'capture-deleted':
      return `A capture of ${name} was deleted.`;
    case 'capture-restored':
      return `A capture of ${name} was restored.`;
  }
}

/** The name of the webpage on one line, or words for one that was erased. */
export function nameOf({ webpage, title, details }: ArchiveEvent): string {
  if (webpage) return shownName(webpage, title);
  return details && 'webpage' in details ? details.webpage.name : 'A deleted webpage';
}

function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) return 'Less than 0.1 %';
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} %`;
}
