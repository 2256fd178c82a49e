import { Command } from 'commander';
import { allResults, CSV_HEAD, csvRows, presentResult } from '../app/word-history.ts';
import { csvRow } from '../domain/csv.ts';
import { excerptAround } from '../domain/excerpt.ts';
import type { WordEdge, WordResult, WordSpan } from '../domain/ports/words.ts';
import { Problem } from '../domain/problem.ts';
import { shownName } from '../domain/webpage.ts';
import { readPhrase, readWordQuery, type WordQuery } from '../domain/word-query.ts';
import { findWords } from '../domain/words.ts';
import { wholeNumber } from './number.ts';
import { safeJson, say } from './output.ts';
import { ACCOUNT_OPTION, ownerOf } from './owner.ts';
import { withArchive } from './run.ts';
import { terminalText } from './terminal-text.ts';

interface Flags {
  readonly account?: string;
  readonly exact?: boolean;
  readonly json?: boolean;
}

interface SearchFlags extends Flags {
  readonly all?: boolean;
  readonly limit: string;
}

interface PhraseFlags extends Flags {
  readonly csv?: boolean;
}

const EXACT = ['--exact', 'case, diacritics, width and punctuation as written'] as const;

export function searchCommand(): Command {
  return new Command('search')
    .description('Find webpages by the words that their captures show.')
    .argument(
      '<query>',
      'words, "exact phrases", -without, site:example.org, keyword:news, from:2026-01-31, to:2026-02-28 (UTC)',
    )
    .option('--all', 'look in all texts that webpages ever had, not only in the newest')
    .option(...EXACT)
    .option('--limit <number>', 'most webpages to list', '50')
    .option(...ACCOUNT_OPTION)
    .option('--json', 'print a JSON array')
    .action((text: string, { all, exact = false, ...flags }: SearchFlags) => {
      const limit = wholeNumber('--limit', flags.limit, { from: 1, to: 100_000 });
      const query = readWordQuery(text, { scope: all ? 'all' : 'current', exact, timeZone: 'UTC' });
      return printResults(query, flags, flags.json ? JSON_FORMAT : SHORT, limit);
    });
}

export function phraseCommand(): Command {
  return new Command('phrase')
    .description('Tell when a phrase appeared on webpages and when it went.')
    .argument('<phrase>', 'words that follow each other')
    .option(...EXACT)
    .option(...ACCOUNT_OPTION)
    .option('--csv', 'print CSV, with a row for each span of time')
    .option('--json', 'print a JSON array')
    .action((text: string, { exact = false, csv, json, ...flags }: PhraseFlags) => {
      if (csv && json) throw new Problem('invalid', 'Choose either --csv or --json.');
      return printResults(readPhrase(text, { exact }), flags, csv ? CSV : json ? JSON_FORMAT : LONG);
    });
}

interface Format {
  readonly begin?: string;
  readonly first?: string;
  readonly next?: string;
  /** The text without results. */
  readonly empty: string;
  readonly end?: string;
  present(result: WordResult, query: WordQuery): string;
}

const JSON_FORMAT: Format = {
  first: '[',
  next: ',',
  empty: '[]',
  end: ']',
  present: (result) => safeJson(presentResult(result)),
};

const CSV: Format = {
  begin: csvRow(CSV_HEAD).trimEnd(),
  empty: '',
  present: (result) =>
    csvRows(result)
      .map((row) => csvRow(row.map(terminalText)).trimEnd())
      .join('\n'),
};

const SHORT: Format = {
  empty: 'No webpage has these words.',
  present: (result, query) => {
    const [newest] = result.spans;
    const more = result.spanCount > 1 ? ` (the newest of ${result.spanCount} times)` : '';
    const passages = result.passages.map((text) => `  ${terminalText(excerpt(text, query))}`);
    return [heading(result), newest ? `  ${timesOf(newest)}${more}` : '', ...passages].join('\n');
  },
};

const LONG: Format = {
  empty: 'No webpage had this phrase.',
  present: (result) => {
    const spans = result.spans.map((span) => `  ${describe(span)}`);
    const more = result.spanCount - spans.length;
    return [heading(result), ...spans, ...(more > 0 ? [`  and ${more} earlier times`] : [])].join('\n');
  },
};

async function printResults(query: WordQuery, flags: Flags, format: Format, limit = Number.POSITIVE_INFINITY) {
  await withArchive(async ({ store }) => {
    const owner = await ownerOf(store, flags.account);
    if (format.begin) say(format.begin);
    let count = 0;
    for await (const result of allResults(store.words, owner, query)) {
      say(`${(count === 0 ? format.first : format.next) ?? ''}${format.present(result, query)}`);
      count += 1;
      if (count === limit) break;
    }
    const last = count === 0 ? format.empty : format.end;
    if (last) say(last);
  });
}

function heading({ webpage, title }: WordResult): string {
  const name = shownName(webpage, title);
  return name === webpage.url ? webpage.url : `${terminalText(name)}  ${webpage.url}`;
}

/** A long passage is cut around the first of the words. */
function excerpt(text: string, { wanted }: WordQuery): string {
  const line = text.replace(/\s+/g, ' ');
  const matches = wanted.flatMap(({ words }) => findWords(line, words).slice(0, 1));
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
