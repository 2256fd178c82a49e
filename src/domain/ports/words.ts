import type { PageText } from '../page-text.ts';
import type { Webpage } from '../webpage.ts';
import type { WordQuery } from '../word-query.ts';

/** The words of captures. Only good captures have words, and only those since words were kept. */
export interface Words {
  /** The text that a capture shows; undefined if its words are not known. */
  textOf(owner: string, webpageId: string, screenshotId: string): Promise<PageText | undefined>;
  /** Whether the words of a capture are known. */
  has(owner: string, webpageId: string, screenshotId: string): Promise<boolean>;
  /**
   * The webpages that a query finds, those with the newest matching words first. A page of the result may be shorter than
   * `limit`, even empty, because the work for each is limited: the result is complete when `next` is undefined.
   */
  search(owner: string, query: WordQuery, request: WordRequest): Promise<WordPage>;
}

export interface WordRequest {
  /** The position of the last result before; undefined for the beginning. */
  readonly after: number | undefined;
  readonly limit: number;
  /** The most spans of a webpage, the newest ones. */
  readonly spans: number;
}

export interface WordPage {
  readonly results: readonly WordResult[];
  /** The position from which the search continues; undefined at its end. */
  readonly next: number | undefined;
}

/** A webpage on which a query is true for some of its captures. */
export interface WordResult {
  readonly webpage: Webpage;
  readonly title: string | undefined;
  /** The newest passage for each wanted term. */
  readonly passages: readonly string[];
  /** When the query is true: the newest first, at most WordRequest.spans. */
  readonly spans: readonly WordSpan[];
  /** The number of all spans. */
  readonly spanCount: number;
  readonly position: number;
}

/** A capture, by its screenshot. */
export interface WordCapture {
  readonly id: string;
  readonly at: string;
}

/** Captures in a row on which the query is true. */
export interface WordSpan {
  readonly first: WordCapture;
  readonly last: WordCapture;
  /** The good capture just before. */
  readonly before: WordEdge;
  /** The good capture just after. `kind: 'none'`: the last capture of the span is the newest one. */
  readonly after: WordEdge;
}

/** `without`: the query is not true there. `unknown`: the words of that capture are not known. */
export type WordEdge =
  | { readonly kind: 'without' | 'unknown'; readonly capture: WordCapture }
  | { readonly kind: 'none' };
