import type { ArchiveSlice, FindRequest, FoundWebpages, Look, SliceRequest, StatusCounts } from '../archive.ts';
import type { ShownOptions } from '../capture-options.ts';
import type { Day, MonthsAround, Neighbours, WebpageFacts } from '../gallery.ts';
import type { CollectionState } from '../listing.ts';
import type { Screenshot } from '../screenshot.ts';
import type { TimelineSpan } from '../timeline.ts';

/** The webpages for the archive of the web application. */
export interface Gallery {
  slice(owner: string, request: SliceRequest): Promise<ArchiveSlice>;
  /** The result may be half a minute old if only the captures changed, and not the records of the webpages. */
  find(owner: string, state: CollectionState, request: FindRequest): Promise<FoundWebpages>;
  counts(owner: string, changedSince: string): Promise<StatusCounts>;
  looks(owner: string, webpageIds: readonly string[]): Promise<Map<string, Look>>;
  /** All webpages with these addresses, by address, the oldest first: the views of each page. */
  views(owner: string, urls: readonly string[]): Promise<Map<string, PageView[]>>;
  /** The same without addresses of a single webpage. Most pages have one view, so this reads few rows. */
  severalViews(owner: string, urls: readonly string[]): Promise<Map<string, PageView[]>>;
  /** The first sites by name. */
  sites(owner: string, state: CollectionState, limit: number): Promise<string[]>;
  /** The keywords of the most webpages, by name. For a large archive they may be ten minutes old. */
  keywords(owner: string, state: CollectionState, limit: number): Promise<string[]>;
}

/** A webpage as one of the views of a page. */
export interface PageView {
  readonly webpageId: string;
  /** The defaults for a webpage without a schedule. */
  readonly options: ShownOptions;
}

/** The captures of a webpage in the order of time. */
export interface Timeline {
  around(owner: string, chosen: Screenshot, range: { reach: number; favorites: boolean }): Promise<Neighbours>;
  /** Captures and failed attempts around a time, or the newest ones, in a number that is bounded on both sides. */
  span(
    owner: string,
    webpageId: string,
    range: { around: string | undefined; favorites: boolean },
  ): Promise<TimelineSpan>;
  /** The id of the nearest capture before or after a time that changed the page. */
  changeBeside(
    owner: string,
    webpageId: string,
    from: { at: string; way: 'earlier' | 'later' },
  ): Promise<string | undefined>;
  /** The id of the capture that is nearest in time; undefined if there is none. */
  nearest(owner: string, webpageId: string, at: string): Promise<string | undefined>;
  facts(owner: string, webpageId: string): Promise<WebpageFacts>;
  /** The days of a month (2026-01) with captures or failed attempts; with `favorites` only those with favourites. */
  days(owner: string, webpageId: string, range: CalendarRange): Promise<Day[]>;
  /** The nearest months before and after this one with captures or failed attempts, or with favourites. */
  monthsAround(owner: string, webpageId: string, range: CalendarRange): Promise<MonthsAround>;
}

interface CalendarRange {
  readonly month: string;
  readonly favorites: boolean;
}
