import type { CaptureRecord } from './capture-schedule.ts';
import type { CollectionState, WebpagePageRequest } from './listing.ts';
import type { Screenshot } from './screenshot.ts';
import { nameKey, type Webpage } from './webpage.ts';

/** How many webpages a search finds at most: nobody leafs through more, and a program has the API. */
export const MOST_FOUND = 10_000;

export interface GalleryRequest extends WebpagePageRequest {
  /** Words that must all be somewhere in the name, the address or the keywords. */
  readonly words: readonly string[];
  readonly site: string | undefined;
  readonly keyword: string | undefined;
}

interface Found {
  readonly webpages: readonly Webpage[];
  /** How many pass the filter, up to MOST_FOUND. */
  readonly count: number;
  /** There are more than were looked for. */
  readonly cut: boolean;
}

/** What a webpage shows of itself in the gallery. */
export interface Look {
  readonly captures: number;
  readonly face: { readonly thumbnailKey: string; readonly capturedAt: string } | undefined;
}

/** The webpages as a person looks through them. */
export interface Gallery {
  find(owner: string, state: CollectionState, request: GalleryRequest): Promise<Found>;
  looks(owner: string, webpageIds: readonly string[]): Promise<Map<string, Look>>;
  /** The first sites by name. */
  sites(owner: string, state: CollectionState, limit: number): Promise<string[]>;
}

export interface Day {
  /** As in 2026-01-31, UTC. */
  readonly day: string;
  readonly captures: number;
  readonly failures: number;
  /** The last capture of the day that shows something; undefined if all failed. */
  readonly latest: string | undefined;
}

export interface Stretch {
  /** The one before first. */
  readonly older: readonly Screenshot[];
  /** The one after first. */
  readonly newer: readonly Screenshot[];
}

export interface MonthsAround {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The captures of a webpage as they lie in time. */
export interface Timeline {
  around(owner: string, chosen: Screenshot, range: { reach: number; favorites: boolean }): Promise<Stretch>;
  /** Attempts that left no picture, from and to included, the newest first. */
  failures(
    owner: string,
    webpageId: string,
    range: { from: string; to: string; limit: number },
  ): Promise<CaptureRecord[]>;
  /** The days of a month, as in 2026-01, on which something happened. */
  days(owner: string, webpageId: string, month: string): Promise<Day[]>;
  /** The nearest months before and after this one in which something happened. */
  monthsAround(owner: string, webpageId: string, month: string): Promise<MonthsAround>;
}

const WORDS_LIMIT = 8;

/** The words of a search, as they are looked for. */
export function readWords(text: string): string[] {
  return nameKey(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_LIMIT);
}

/** Keywords stand between tabs, which no name, address or keyword can hold: so one can be found as a whole. */
export function searchKey({ name, url, keywords }: Pick<Webpage, 'name' | 'url' | 'keywords'>): string {
  return nameKey(`${name}\n${url}\n${keywords.map(keywordMark).join('')}`);
}

export function keywordMark(keyword: string): string {
  return `\t${nameKey(keyword)}\t`;
}
