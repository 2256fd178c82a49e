import { isDay, rangeOfDay, type TimeRange } from './day.ts';
import { groupNamed } from './group.ts';
import { Problem } from './problem.ts';
import { isPlainText, printable } from './text.ts';
import { wordsOf } from './words.ts';

/** A word or a phrase to look for. */
export interface Term {
  /** As it was written, without quotation marks. */
  readonly text: string;
  /** As search compares it: these words follow each other. */
  readonly words: readonly string[];
}

/** A search in the words of webpages. */
export interface WordQuery {
  /** All of these are on the page at the same time; at least one. */
  readonly wanted: readonly Term[];
  /** None of these is on the page at that time. */
  readonly unwanted: readonly Term[];
  readonly site: string | undefined;
  readonly keyword: string | undefined;
  /** Only texts that were visible in this time; '' where it is not limited. */
  readonly time: TimeRange | undefined;
  /** The newest text of each webpage, or all texts that it ever had. */
  readonly scope: WordScope;
  /** Case, diacritics, width and punctuation as they were written. */
  readonly exact: boolean;
}

export const WORD_SCOPES = ['current', 'all'] as const;
export type WordScope = (typeof WORD_SCOPES)[number];

export const LONGEST_QUERY = 1000;
const MOST_TERMS = 20;
const FILTERS = ['site', 'keyword', 'from', 'to'] as const;
type Filter = (typeof FILTERS)[number];

export interface QueryOptions {
  /** The scope unless `from:` or `to:` is given. */
  readonly scope: WordScope;
  readonly exact: boolean;
  /** In which days of from: and to: begin. */
  readonly timeZone: string;
}

/**
 * Reads words, "exact phrases", -excluded words and the filters site:, keyword:, from: and to:. Throws Problem('invalid')
 * with what is wrong.
 */
export function readWordQuery(text: string, { scope, exact, timeZone }: QueryOptions): WordQuery {
  checkText('search', text);
  const wanted: Term[] = [];
  const unwanted: Term[] = [];
  const filters = new Map<Filter, string>();
  for (const { minus, filter, value } of partsOf(text)) {
    if (filter) addFilter(filters, filter, { minus, value });
    else (minus ? unwanted : wanted).push(termOf(value));
  }
  if (wanted.length === 0) throw new Problem('invalid', nothingWanted(unwanted));
  if (wanted.length + unwanted.length > MOST_TERMS) {
    const count = wanted.length + unwanted.length;
    throw new Problem('invalid', `The search has ${count} words and phrases; at most ${MOST_TERMS} are allowed.`);
  }
  const time = timeOf(filters, timeZone);
  const named = filters.get('site');
  const site = named === undefined ? undefined : groupNamed(named);
  return { wanted, unwanted, site, keyword: filters.get('keyword'), time, scope: time ? 'all' : scope, exact };
}

/** Looks for a phrase, whatever characters it contains. Throws Problem('invalid') for one that cannot be searched for. */
export function readPhrase(text: string, { exact }: { exact: boolean }): WordQuery {
  checkText('phrase', text);
  const phrase = withoutQuotes(text);
  if (phrase === '') throw new Problem('invalid', 'Enter a word or a phrase.');
  const wanted = [termOf(phrase)];
  return { wanted, unwanted: [], site: undefined, keyword: undefined, time: undefined, scope: 'all', exact };
}

/** The text of a phrase in quotation marks. Other texts stay. */
export function withoutQuotes(text: string): string {
  return text
    .trim()
    .replace(/^["“„«](.*)["”“»]$/s, '$1')
    .trim();
}

/** Reads the position of a result, which is the id of a passage. Undefined for a text that is no position. */
export function readPosition(text: string): number | undefined {
  const position = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}

function checkText(name: string, text: string): void {
  if (text.length > LONGEST_QUERY) {
    throw new Problem('invalid', `The ${name} has ${text.length} characters; at most ${LONGEST_QUERY} are allowed.`);
  }
  if (!isPlainText(text)) {
    throw new Problem('invalid', `The ${name} ${printable(text)} contains control characters or invalid Unicode.`);
  }
}

function nothingWanted(unwanted: readonly Term[]): string {
  return unwanted.length > 0
    ? 'Add a word or a phrase to look for: words with a minus only leave results out.'
    : 'Enter a word, or a phrase in quotation marks.';
}

interface QueryPart {
  readonly minus: boolean;
  readonly filter: Filter | undefined;
  readonly value: string;
}

const QUOTES = '"“”„«»';
const PART = new RegExp(
  `(?<minus>-?)(?:(?<filter>${FILTERS.join('|')}):)?(?:[${QUOTES}](?<phrase>[^${QUOTES}]*)(?<end>[${QUOTES}]?)|(?<word>[^\\s${QUOTES}]+))`,
  'giu',
);

function* partsOf(text: string): Generator<QueryPart> {
  for (const { groups = {} } of text.normalize('NFC').matchAll(PART)) {
    const { minus, phrase, end, word } = groups;
    const filter = groups.filter?.toLowerCase() as Filter | undefined;
    if (phrase !== undefined && end === '') {
      throw new Problem('invalid', `The phrase ${printable(phrase)} has no closing quotation mark.`);
    }
    if (filter !== undefined && phrase === undefined && word === undefined) continue;
    yield { minus: minus === '-', filter, value: (phrase ?? word ?? '').trim() };
  }
}

function termOf(text: string): Term {
  const words = wordsOf(text);
  if (words.length === 0) {
    throw new Problem('invalid', `${printable(text)} has neither letters nor digits, so it cannot be searched for.`);
  }
  return { text, words };
}

function addFilter(
  filters: Map<Filter, string>,
  filter: Filter,
  { minus, value }: { minus: boolean; value: string },
): void {
  if (minus) throw new Problem('invalid', `${filter}: cannot be excluded with a minus.`);
  if (value === '') throw new Problem('invalid', `${filter}: has no value.`);
  if (filters.has(filter)) throw new Problem('invalid', `${filter}: is given twice.`);
  filters.set(filter, value);
}

/** From the beginning of the first day to the end of the last one. */
function timeOf(filters: ReadonlyMap<Filter, string>, timeZone: string): TimeRange | undefined {
  const [first, last] = [filters.get('from'), filters.get('to')];
  for (const [filter, day] of [
    ['from', first],
    ['to', last],
  ]) {
    if (day !== undefined && !isDay(day)) {
      throw new Problem('invalid', `${filter}: ${printable(day)} is not a day, such as 2026-01-31.`);
    }
  }
  if (first === undefined && last === undefined) return undefined;
  if (first !== undefined && last !== undefined && first > last) {
    throw new Problem('invalid', `from:${first} is after to:${last}.`);
  }
  return {
    from: first === undefined ? '' : rangeOfDay(first, timeZone).from,
    to: last === undefined ? END_OF_TIME : rangeOfDay(last, timeZone).to,
  };
}

/** Sorts after every time. */
const END_OF_TIME = '9999';
