import type { CaptureRecord } from '../capture-schedule.ts';
import type { Day, GalleryRequest, Look, MonthsAround, Stretch } from '../gallery.ts';
import type { CollectionState } from '../listing.ts';
import type { Screenshot } from '../screenshot.ts';
import type { Webpage } from '../webpage.ts';

interface Found {
  readonly webpages: readonly Webpage[];
  /** The number of webpages that pass the filter, up to MOST_FOUND. */
  readonly count: number;
  /** More webpages pass the filter than were counted. */
  readonly cut: boolean;
}

/** The webpages for the gallery of the web application. */
export interface Gallery {
  find(owner: string, state: CollectionState, request: GalleryRequest): Promise<Found>;
  looks(owner: string, webpageIds: readonly string[]): Promise<Map<string, Look>>;
  /** The first sites by name. */
  sites(owner: string, state: CollectionState, limit: number): Promise<string[]>;
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
