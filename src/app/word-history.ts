import type { WordEdge, WordResult, Words } from '../domain/ports/words.ts';
import { shownName, type Webpage } from '../domain/webpage.ts';
import type { WordQuery } from '../domain/word-query.ts';

/** A webpage with the times at which a query was true. */
export interface FoundWords extends Omit<WordResult, 'webpage' | 'position'> {
  readonly webpage: Pick<Webpage, 'id' | 'url' | 'name'>;
}

/** The maximum number of spans in an export. A phrase that comes and goes with each capture has many. */
export const MOST_SPANS = 5000;
const A_PAGE = 50;

/** All results of a search, the newest first, a portion at a time. */
export async function* allResults(
  words: Words,
  owner: string,
  query: WordQuery,
  spans = MOST_SPANS,
): AsyncGenerator<WordResult> {
  for (let after: number | undefined; ; ) {
    const { results, next } = await words.search(owner, query, { after, limit: A_PAGE, spans });
    yield* results;
    if (next === undefined) return;
    after = next;
  }
}

/** As JSON. docs/words.md describes the fields. */
export function presentResult({ webpage, title, passages, spans, spanCount }: FoundWords) {
  return {
    webpageId: webpage.id,
    url: webpage.url,
    name: shownName(webpage, title),
    passages,
    spanCount,
    spans: spans.map(({ first, last, before, after }) => ({
      captureBefore: presentEdge(before),
      first: { id: first.id, at: first.at },
      last: { id: last.id, at: last.at },
      captureAfter: presentEdge(after),
    })),
  };
}

function presentEdge(edge: WordEdge) {
  if (edge.kind === 'none') return null;
  return { id: edge.capture.id, at: edge.capture.at, wordsKnown: edge.kind === 'without' };
}

export const CSV_HEAD = [
  'webpage',
  'url',
  'name',
  'last_capture_without',
  'first_capture_with',
  'last_capture_with',
  'first_capture_without',
  'note',
];

/** A row for each span. A time is empty where no capture tells it; the note says why. */
export function csvRows({ webpage, title, spans }: FoundWords): string[][] {
  return spans.map(({ first, last, before, after }) => [
    webpage.id,
    webpage.url,
    shownName(webpage, title),
    before.kind === 'without' ? before.capture.at : '',
    first.at,
    last.at,
    after.kind === 'without' ? after.capture.at : '',
    [beforeNote(before), afterNote(after)].filter((note) => note !== '').join('; '),
  ]);
}

function beforeNote(before: WordEdge): string {
  if (before.kind === 'without') return '';
  return before.kind === 'none' ? 'visible since the first capture' : `words of ${before.capture.at} not known`;
}

function afterNote(after: WordEdge): string {
  if (after.kind === 'without') return '';
  return after.kind === 'none' ? 'visible in the newest capture' : `words of ${after.capture.at} not known`;
}
