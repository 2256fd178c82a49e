import type { CaptureKnowledge } from './capture-schedule.ts';
import type { ChangeSummary } from './change.ts';
import type { Screenshot } from './screenshot.ts';
import type { Webpage } from './webpage.ts';

/** The kinds of events, with the labels for people. */
export const EVENT_KINDS = {
  changed: 'A page changed',
  captured: 'A capture without a change',
  failed: 'Captures of a page begin to fail',
  'still-failing': 'Captures of a page still fail',
  recovered: 'Captures of a page succeed again',
  added: 'A webpage was added',
  edited: 'A webpage was edited',
  paused: 'Captures of a webpage were paused',
  resumed: 'Captures of a webpage were resumed',
  deleted: 'A webpage was deleted',
  restored: 'A webpage was restored',
  'capture-deleted': 'A capture was deleted',
  'capture-restored': 'A capture was restored',
} as const;

export type EventKind = keyof typeof EVENT_KINDS;

export const ALL_EVENT_KINDS = Object.keys(EVENT_KINDS) as readonly EventKind[];

export function isEventKind(text: string): text is EventKind {
  return Object.hasOwn(EVENT_KINDS, text);
}

/** An event before it has a number. The store keeps these facts, and reads everything else when the event is shown. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly at: string;
  readonly webpageId: string;
  /** The kept capture of `changed` and `captured`, the picture of a failure, and a capture that was deleted or restored. */
  readonly screenshotId?: string | undefined;
  /** The share of the page that changed, for `changed`. */
  readonly share?: number | undefined;
  /** Erased together with the webpage. */
  readonly details?: EventDetails | undefined;
}

type EventDetails =
  | { readonly failure: EventFailure }
  /** A deleted webpage can no longer be read. */
  | { readonly webpage: { readonly name: string; readonly url: string } };

interface EventFailure {
  readonly because: string;
  readonly since: string;
  readonly failures: number;
}

/** An event as it is shown. Records that were deleted since are missing. */
export interface ArchiveEvent {
  readonly owner: string;
  /** Grows with every event of the account, but not by one. */
  readonly number: number;
  readonly kind: EventKind;
  readonly at: string;
  readonly webpageId: string;
  readonly webpage: Webpage | undefined;
  /** The title of the page at its newest good capture. */
  readonly title: string | undefined;
  readonly screenshotId: string | undefined;
  readonly screenshot: Screenshot | undefined;
  readonly known: CaptureKnowledge | undefined;
  readonly share: number | undefined;
  /** The regions of a change, as far as they are known. */
  readonly summary: ChangeSummary | undefined;
  readonly details: EventDetails | undefined;
}

/** Unique among all accounts. The same for every delivery of the event. */
export function eventName({ owner, number }: Pick<ArchiveEvent, 'owner' | 'number'>): string {
  return `${owner}-${number}`;
}

export const DEFAULT_EVENT_DAYS = 30;
