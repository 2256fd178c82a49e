import { CSV_HEAD, csvRows, type FoundWords, presentResult } from '../app/word-history.ts';
import { csvRow } from '../domain/csv.ts';
import { findTerm } from '../domain/exact-words.ts';
import { excerptAround } from '../domain/excerpt.ts';
import type { WordEdge, WordSpan } from '../domain/ports/words.ts';
import { Problem } from '../domain/problem.ts';
import { shownName } from '../domain/webpage.ts';
import type { WordQuery } from '../domain/word-query.ts';
import { wholeNumber } from './number.ts';
import { safeJson, say } from './output.ts';
import { terminalText } from './terminal-text.ts';

interface WordFormat {
  readonly begin?: string;
  readonly first?: string;
  readonly next?: string;
  /** The text without results. */
  readonly empty: string;
  readonly end?: string;
  present(result: FoundWords, query: WordQuery): string;
}

const JSON_FORMAT: WordFormat = {
  first: '[',
  next: ',',
  empty: '[]',
  end: ']',
  present: (result) => safeJson(presentResult(result)),
};

const CSV: WordFormat = {
  begin: csvRow(CSV_HEAD).trimEnd(),
  empty: '',
  present: (result) =>
    csvRows(result)
      .map((row) => csvRow(row.map(terminalText)).trimEnd())
      .join('\n'),
};

const SHORT: WordFormat = {
  empty: 'No webpage has these words.',
  present: (result, query) => {
    const [newest] = result.spans;
    const more = result.spanCount > 1 ? ` (the newest of ${result.spanCount} times)` : '';
    const passages = result.passages.map((text) => `  ${terminalText(excerpt(text, query))}`);
    return [heading(result), newest ? `  ${timesOf(newest)}${more}` : '', ...passages].join('\n');
  },
};

const LONG: WordFormat = {
  empty: 'No webpage had this phrase.',
  present: (result) => {
    const spans = result.spans.map((span) => `  ${describe(span)}`);
    const more = result.spanCount - spans.length;
    return [heading(result), ...spans, ...(more > 0 ? [`  and ${more} earlier times`] : [])].join('\n');
  },
};

export function searchOutput({ json, limit }: { json?: boolean; limit: string }): Omit<WordOutput, 'query'> {
  return { format: json ? JSON_FORMAT : SHORT, limit: wholeNumber('--limit', limit, { from: 1, to: 100_000 }) };
}

export function phraseOutput({ csv, json }: { csv?: boolean; json?: boolean }): Omit<WordOutput, 'query'> {
  if (csv && json) throw new Problem('invalid', 'Choose either --csv or --json.');
  return { format: csv ? CSV : json ? JSON_FORMAT : LONG };
}

interface WordOutput {
  readonly query: WordQuery;
  readonly format: WordFormat;
  /** The most webpages. */
  readonly limit?: number | undefined;
}

export async function printFound(
  found: AsyncIterable<FoundWords>,
  { query, format, limit = Number.POSITIVE_INFINITY }: WordOutput,
): Promise<void> {
  let count = 0;
  if (format.begin) say(format.begin);
  for await (const each of found) {
    say(`${(count === 0 ? format.first : format.next) ?? ''}${format.present(each, query)}`);
    count += 1;
    if (count === limit) break;
  }
  const last = count === 0 ? format.empty : format.end;
  if (last) say(last);
}

function heading({ webpage, title }: FoundWords): string {
  const name = shownName(webpage, title);
  return name === webpage.url ? webpage.url : `${terminalText(name)}  ${webpage.url}`;
}

/** A long passage is cut around the first of the words. */
function excerpt(text: string, { wanted, exact }: WordQuery): string {
  const line = text.replace(/\s+/g, ' ');
  const matches = wanted.flatMap((term) => findTerm(line, term, exact).slice(0, 1));
  const first = matches.length === 0 ? 0 : Math.min(...matches.map((match) => match.start));
  const { start, end } = excerptAround(line, first);
  return `${start > 0 ? '… ' : ''}${line.slice(start, end)}${end < line.length ? ' …' : ''}`;
}

function timesOf({ first, last, after }: WordSpan): string {
  return after.kind === 'none' ? `since ${first.at}, still at ${last.at}` : `${first.at} to ${last.at}`;
}

function describe({ first, last, before, after }: WordSpan): string {
  return `${appeared(before, first.at)}; ${went(after, last.at)}`;
}

function appeared(before: WordEdge, first: string): string {
  if (before.kind === 'none') return `there since the first capture, ${first}`;
  if (before.kind === 'without') {
    return `appeared between ${before.capture.at} (last capture without it) and ${first} (first with it)`;
  }
  return `first seen ${first} (the words of the capture before, ${before.capture.at}, are not known)`;
}

function went(after: WordEdge, last: string): string {
  if (after.kind === 'none') return `still there at the newest capture, ${last}`;
  if (after.kind === 'without') {
    return `went between ${last} (last capture with it) and ${after.capture.at} (first without it)`;
  }
  return `last seen ${last} (the words of the capture after, ${after.capture.at}, are not known)`;
}
