import type { TimeRange } from './day.ts';
import type { Webpage } from './webpage.ts';

/** The orders of the archive: the last change first, names from A to Z, sites from A to Z, the newest webpage first. */
export const ARCHIVE_SORTS = ['changed', 'name', 'site', 'added'] as const;
export type ArchiveSort = (typeof ARCHIVE_SORTS)[number];

/** `changed` has changed since a given time, `failing` fails now and is not paused. */
export const ARCHIVE_STATUSES = ['changed', 'failing', 'paused'] as const;
export type ArchiveStatus = (typeof ARCHIVE_STATUSES)[number];

/** The most webpages that a search finds: a person does not page further, and a program uses the API. */
export const MOST_FOUND = 10_000;

export interface ArchiveFilter {
  /** Words that the name, title, URL or keywords must all contain. */
  readonly words: readonly string[];
  readonly site: string | undefined;
  readonly keyword: string | undefined;
  readonly status: ArchiveStatus | undefined;
  /** Webpages that were captured in this time, and looked as before. */
  readonly unchangedIn?: TimeRange | undefined;
}

export interface FindRequest {
  readonly filter: ArchiveFilter;
  readonly sort: ArchiveSort;
  /** For the status `changed`. */
  readonly changedSince: string;
  /** Pages are numbered from 1. */
  readonly page: number;
  readonly limit: number;
}

/** A place in an order of the archive: the sort key and the id of a webpage. */
export interface ArchivePosition {
  readonly key: string;
  readonly id: string;
}

export interface SliceRequest {
  readonly sort: ArchiveSort;
  /** Webpages after or before this position; without a position, from the start or the end of the order. */
  readonly from: ArchivePosition | undefined;
  readonly way: 'after' | 'before';
  readonly limit: number;
}

/** Neighbouring webpages of the archive, always in its order. */
export interface ArchiveSlice {
  readonly webpages: readonly Webpage[];
  /** The first and the last position, if there are more webpages before or after. */
  readonly previous: ArchivePosition | undefined;
  readonly next: ArchivePosition | undefined;
}

export interface FoundWebpages {
  readonly webpages: readonly Webpage[];
  /** The number of webpages that pass the filter, up to MOST_FOUND. */
  readonly count: number;
  /** More webpages pass the filter than were counted. */
  readonly cut: boolean;
}

/** The numbers of webpages with each status, each up to MOST_COUNTED (change.ts). */
export type StatusCounts = Readonly<Record<ArchiveStatus, number>>;

/** The captures of a webpage, as the archive shows them. */
export interface Look {
  readonly captures: number;
  /** The title of the page at its newest good capture. */
  readonly title: string | undefined;
  readonly firstAt: string | undefined;
  /** The newest picture, also one of an error. */
  readonly newest: { readonly thumbnailKey: string; readonly capturedAt: string } | undefined;
  /** The newest announced change. */
  readonly change: { readonly at: string; readonly share: number } | undefined;
}
