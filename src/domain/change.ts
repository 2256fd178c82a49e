import type { Box, ChangeWord, Region } from './findings.ts';
import type { Screenshot } from './screenshot.ts';
import type { Webpage } from './webpage.ts';
import type { WordChange } from './word-change.ts';

/** The changes of a webpage that do not count, and those that are kept but not announced. */
export interface ChangeSettings {
  /** CSS selectors. Their elements are measured in the page at every capture, so they move with the page. */
  readonly ignoredSelectors: readonly string[];
  /** Rectangles in the pixels of the newer picture. */
  readonly ignoredBoxes: readonly Box[];
  /** A change is announced if it has at least this share (0 to 1) of the page and this many pixels. 0: every change. */
  readonly leastShare: number;
  readonly leastArea: number;
  /** If there are any, a change is announced when one of these rules becomes true, whatever its size. */
  readonly watchWords?: readonly string[] | undefined;
}

export const NOTHING_IGNORED: ChangeSettings = { ignoredSelectors: [], ignoredBoxes: [], leastShare: 0, leastArea: 0 };

/** The findings about a capture, after the settings of its webpage were applied. */
export interface ChangeSummary {
  readonly word: ChangeWord;
  readonly share: number;
  /** The numbers of regions of each kind that count. */
  readonly added: number;
  readonly removed: number;
  readonly altered: number;
  /** The number of regions that the settings ignore. */
  readonly ignored: number;
  /** The largest regions, at most LEADING_REGIONS, the largest first. */
  readonly leading: readonly Region[];
  /** Undefined if the words of one of the captures are not known. */
  readonly words?: WordChange | undefined;
  /** The sentences of the watch words; undefined without watch words or without the words of both captures. */
  readonly watched?: readonly string[] | undefined;
}

export const LEADING_REGIONS = 4;

/** The comparison of a kept capture with the last good capture before it. */
export type CaptureChange = {
  readonly screenshotId: string;
  /** The id of the screenshot that it was compared with. */
  readonly beforeId: string;
} & (
  | {
      readonly state: 'compared';
      readonly summary: ChangeSummary;
      readonly announced: boolean;
      readonly reviewedAt: string | undefined;
    }
  /** Not compared yet: a capture from before comparisons were made. */
  | { readonly state: 'waiting' }
  /** `detail` is a sentence for the user. */
  | { readonly state: 'failed'; readonly detail: string }
);

interface EntryBase {
  readonly id: string;
  readonly at: string;
  readonly webpage: Webpage;
  /** The title of the page at its newest capture. */
  readonly title: string | undefined;
  readonly reviewedAt: string | undefined;
}

/** An announced change. */
export interface ChangedEntry extends EntryBase {
  readonly kind: 'changed';
  readonly before: Screenshot;
  readonly after: Screenshot;
  readonly summary: ChangeSummary;
}

/** The first good capture of a webpage. */
export interface NewEntry extends EntryBase {
  readonly kind: 'new';
  readonly screenshot: Screenshot;
}

/** A series of failed captures, from the first failure on. */
export interface FailingEntry extends EntryBase {
  readonly kind: 'failing';
  /** The newest reason. */
  readonly because: string;
  readonly failures: number;
  /** When a capture succeeded again; undefined while the webpage fails. */
  readonly until: string | undefined;
  /** The newest picture of the error, if there is one. */
  readonly screenshot: Screenshot | undefined;
}

/** An entry of the Changes page. */
export type ChangeEntry = ChangedEntry | NewEntry | FailingEntry;

export const CHANGE_FILTERS = ['all', 'changed', 'failing', 'new', 'reviewed'] as const;
export type ChangeFilter = (typeof CHANGE_FILTERS)[number];

/** A place in the order of entries. */
export interface EntryPosition {
  readonly at: string;
  readonly id: string;
}

export interface ChangeEntriesRequest {
  /**
   * `all`, `changed` and `new` also find reviewed entries. `failing` finds the webpages that fail now. `reviewed` finds
   * entries of every kind.
   */
  readonly filter: ChangeFilter;
  readonly site: string | undefined;
  readonly keyword: string | undefined;
  /** Only entries of this webpage. */
  readonly webpageId?: string | undefined;
  /** Entries after this position in the order of the list: older ones, or newer ones if `order` is asc. */
  readonly from: EntryPosition | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** The numbers of webpages on a day by what happened. A webpage counts once, for the first of these that applies. */
export interface ChangeDay {
  /** As in 2026-01-31. */
  readonly day: string;
  readonly changed: number;
  readonly failing: number;
  readonly fresh: number;
  /** Outside of UTC, it is counted up to MOST_COUNTED. */
  readonly unchanged: number;
}

/** The numbers beside the filters, each up to MOST_COUNTED. */
export interface ChangeCounts {
  /** Changes that are not reviewed. */
  readonly changed: number;
  /** Webpages that fail now. */
  readonly failing: number;
  /** New webpages that are not reviewed. */
  readonly new: number;
  readonly reviewed: number;
}

export const MOST_COUNTED = 1000;
