import type { ArchiveStretch, FindRequest, FoundWebpages, Look, StatusCounts, StretchRequest } from '../archive.ts';
import type { CaptureRecord } from '../capture-schedule.ts';
import type { Day, MonthsAround, Stretch } from '../gallery.ts';
import type { CollectionState } from '../listing.ts';
import type { Screenshot } from '../screenshot.ts';

/** The webpages for the archive of the web application. */
export interface Gallery {
  stretch(owner: string, request: StretchRequest): Promise<ArchiveStretch>;
  /** What it found may be half a minute old if the records of the webpages did not change, only their captures. */
  find(owner: string, state: CollectionState, request: FindRequest): Promise<FoundWebpages>;
  counts(owner: string, changedSince: string): Promise<StatusCounts>;
  looks(owner: string, webpageIds: readonly string[]): Promise<Map<string, Look>>;
  /** The first sites by name. */
  sites(owner: string, state: CollectionState, limit: number): Promise<string[]>;
  /** The keywords of the most webpages, by name. For a large archive they may be a minute old. */
  keywords(owner: string, state: CollectionState, limit: number): Promise<string[]>;
}

/** The captures of a webpage in the order of time. */
export interface Timeline {
  around(owner: string, chosen: Screenshot, range: { reach: number; favorites: boolean }): Promise<Stretch>;
  /** Failed attempts between two times, both included, newest first. */
  failures(
    owner: string,
    webpageId: string,
    range: { from: string; to: string; limit: number },
  ): Promise<CaptureRecord[]>;
  /** The days of a month (2026-01) with captures or failed attempts. */
  days(owner: string, webpageId: string, month: string): Promise<Day[]>;
  /** The nearest months before and after this one with captures or failed attempts. */
  monthsAround(owner: string, webpageId: string, month: string): Promise<MonthsAround>;
}
