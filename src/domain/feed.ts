import { notFound } from './problem.ts';
import type { Scope } from './scope.ts';
import { readLine } from './text.ts';

/** An address that gives the changes of an account to feed readers, without signing in. The store has the hash of its secret. */
export interface Feed {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly scope: Scope;
  readonly createdAt: string;
  readonly lastReadAt: string | undefined;
}

/** The most feeds of an account. */
export const MOST_FEEDS = 50;

const FEED_FORMATS = ['atom.xml', 'feed.json'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export function readFeedFormat(text: string): FeedFormat {
  const format = FEED_FORMATS.find((each) => each === text);
  if (!format) throw notFound('feed');
  return format;
}

export function readFeedName(text: string): string {
  return readLine('The name', text, 100);
}
