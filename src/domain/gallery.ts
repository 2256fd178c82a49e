import type { Screenshot } from './screenshot.ts';
import { nameKey, type Webpage } from './webpage.ts';

export interface Day {
  /** As in 2026-01-31, UTC. */
  readonly day: string;
  readonly captures: number;
  readonly failures: number;
  /** The largest share of the page that one of its captures changed. */
  readonly share: number;
  /** The last successful capture of the day; undefined if all failed. */
  readonly latest: string | undefined;
}

export interface Neighbours {
  /** Newest first. */
  readonly older: readonly Screenshot[];
  /** Oldest first. */
  readonly newer: readonly Screenshot[];
}

export interface WebpageFacts {
  /** The title of the page at its newest good capture. */
  readonly title: string | undefined;
  /** The time of the first capture. */
  readonly since: string | undefined;
  /** The number of captures that changed the page, up to MOST_COUNTED. */
  readonly changes: number;
}

export interface MonthsAround {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const WORDS_LIMIT = 8;

/** Splits a search into case-folded words. */
export function readWords(text: string): string[] {
  return nameKey(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_LIMIT);
}

/**
 * The text that a search reads. Keywords are enclosed in tabs, which no name, URL, title or keyword contains, so that a
 * search finds whole keywords.
 */
export function searchKey(
  { name, url, keywords }: Pick<Webpage, 'name' | 'url' | 'keywords'>,
  title: string | undefined,
): string {
  return nameKey(`${name}\n${url}\n${title ?? ''}\n${keywords.map(keywordMark).join('')}`);
}

export function keywordMark(keyword: string): string {
  return `\t${nameKey(keyword)}\t`;
}
