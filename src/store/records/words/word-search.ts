import { hasExactly } from '../../../domain/exact-words.ts';
import { keywordMark } from '../../../domain/gallery.ts';
import type { WordPage, WordRequest, WordResult } from '../../../domain/ports/words.ts';
import { isPlain } from '../../../domain/text.ts';
import type { Term, WordQuery } from '../../../domain/word-query.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { breath } from '../webpages/archive-search.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from '../webpages/webpages.ts';
import { boundColumns, type Evaluated, evaluateWebpages } from './word-evaluation.ts';
import { PASSAGE, type Passage, passageOf, readPassages } from './word-passages.ts';
import { spanTimes } from './word-spans.ts';

/** Webpages that are evaluated at a step. */
const STEP = 100;
/** Passages that are read from the index in one search: after that it returns what it has. */
const MOST_READ = 3000;

/** The newest passages that are read one by one for a common term. */
const MOST_UNINDEXED = 20_000;

/** A term in fewer passages than this decides which webpages are looked at. */
const RARE = 500;

/** A term in fewer passages than this is evaluated by these passages alone, not by all passages of their webpages. */
const FEW = 50;

/** After every position. */
const END = Number.MAX_SAFE_INTEGER;

/**
 * Walks through the passages with the first wanted term, the newest first, and evaluates the whole query for their
 * webpages. If another wanted term is rare, only the webpages with that term are evaluated.
 */
export async function searchWords(
  queries: Queries,
  owner: string,
  query: WordQuery,
  request: WordRequest,
): Promise<WordPage> {
  // No record holds such text, and PostgreSQL would not even look for U+0000.
  if (![query.site ?? '', query.keyword ?? ''].every(isPlain)) return { results: [], next: undefined };
  const rare = await rareWebpages(queries, owner, query);
  return rare ? searchIn(queries, query, { ...request, webpages: rare }) : walk(queries, owner, query, request);
}

interface Match {
  readonly id: number;
  readonly webpageId: string;
  readonly webpage: Row;
  /** If it was asked for. */
  readonly passage: Passage | undefined;
  /** False for the words of an exact term that are written in another way. */
  readonly isHit: boolean;
}

const WEBPAGE = `${WEBPAGE_COLUMNS_READ}, t.title`;

const WITHOUT_PASSAGE = { columns: '', joined: '', tables: [] };
const WITH_CONTENT = { columns: ', p.content', joined: ' JOIN passages p ON p.id = m.id', tables: ['passages p'] };
const WITH_PASSAGE = {
  columns: `, ${PASSAGE}`,
  // LEFT JOIN: a passage of captures in the trash has no spans, and still counts for the limit.
  joined: ' JOIN passages p ON p.id = m.id LEFT JOIN passage_spans s ON s.passage_id = m.id',
  tables: ['passages p', 'passage_spans s'],
};

interface Wanted {
  readonly query: WordQuery;
  readonly term: Term;
  readonly before: number;
  readonly limit: number;
  /** Reads the text and the spans of the passages, too. */
  readonly whole?: boolean;
}

/** The newest passages with the words of a term before a position, of webpages that pass the filters. */
async function passagesWith(
  queries: Queries,
  owner: string,
  { query, term, before, limit, whole = false }: Wanted,
): Promise<Match[]> {
  const { wordIndex } = queries;
  const parameters: Value[] = [wordIndex.parameterOf(term.words), before, owner];
  const put = (value: Value) => `$${parameters.push(value)}`;
  const { site, keyword, scope, exact } = query;
  const bounds = boundColumns(query, put);
  const ofPassage =
    scope === 'current'
      ? [`EXISTS (SELECT 1 FROM passage_spans s WHERE s.passage_id = p.id AND s.last_run IS NULL)`]
      : [];
  const ofWebpage = [
    't.account_id = $3',
    ...(site === undefined ? [] : [`t.group_name = ${put(site)}`]),
    ...(keyword === undefined ? [] : [queries.contains('t.search_key', put(keywordMark(keyword)))]),
  ];
  const { columns, joined, tables } = whole ? WITH_PASSAGE : exact ? WITH_CONTENT : WITHOUT_PASSAGE;
  const intact = queries.intact('webpages t', ...tables);
  // A scalar subquery, because PostgreSQL plans a join for words of average frequency: it would read all webpages, or
  // search the index of words once for each of them.
  const statement = (from: string, id: string, has: string) =>
    `SELECT ${WEBPAGE}, m.id AS passage_id, ${bounds}${columns}, ${intact} AS intact
     FROM (
       SELECT p.id, p.webpage_id FROM ${from}
       WHERE ${[has, `${id} < $2`, ...ofPassage].join(' AND ')}
         AND (SELECT CASE WHEN ${ofWebpage.join(' AND ')} THEN 1 END FROM webpages t WHERE t.id = p.webpage_id) = 1
       ORDER BY ${id} DESC LIMIT ${limit}) AS m CROSS JOIN webpages t${joined}
     WHERE t.id = m.webpage_id ORDER BY m.id DESC`;
  const read = async (sql: string) => matchesOf(await queries.all(sql, parameters), { term, exact, whole });
  const byIndex = (condition: string) => read(statement(wordIndex.from, wordIndex.id, condition));
  const has = wordIndex.has('$1');
  if (!wordIndex.hasUnindexed) return byIndex(has);
  const common = isCommon(wordIndex.hasUnindexed('$1'));
  // Most words are rare, and one statement does for them.
  const rare = await byIndex(`${has} AND NOT ${common}`);
  if (rare.length > 0) return rare;
  if (await queries.get(`SELECT 1 WHERE ${common}`, parameters.slice(0, 2))) {
    const newest = await read(statement(newestPassages(MOST_UNINDEXED), 'p.id', wordIndex.hasUnindexed('$1')));
    if (newest.length === limit) return newest;
  }
  // Also if the word is not common: it was until a capture was recorded between the two statements.
  return byIndex(has);
}

/** With their passages a match has a row for each span, otherwise one row. */
function matchesOf(
  rows: readonly Row[],
  { term, exact, whole }: { term: Term; exact: boolean; whole: boolean },
): Match[] {
  return [...Map.groupBy(rows, ({ passage_id }) => Number(passage_id))].flatMap(([id, [row, ...more]]) => {
    if (!row) return [];
    const passage = whole ? passageOf(id, [row, ...more], [true]) : undefined;
    const isHit = !exact || hasExactly(String(row.content), term);
    return { id, webpageId: String(row.id), webpage: row, passage, isHit };
  });
}

/** SQL that is true if one in fifty of the newest passages has a term. It is evaluated once, before the index is read. */
const isCommon = (has: string) => `(SELECT count(*) >= 2 FROM ${newestPassages(100)} WHERE ${has})`;

const newestPassages = (most: number) =>
  `(SELECT p.id, p.webpage_id, p.words FROM passages p WHERE p.id < $2 ORDER BY p.id DESC LIMIT ${most}) AS p`;

const webpagesOf = (matches: readonly Match[]) =>
  new Map(matches.filter(({ isHit }) => isHit).map(({ webpageId, webpage }) => [webpageId, webpage]));

/** The webpages with the rarest wanted term, unless all are common or there is only one. */
async function rareWebpages(
  queries: Queries,
  owner: string,
  query: WordQuery,
): Promise<ReadonlyMap<string, Row> | undefined> {
  let rarest: Match[] | undefined;
  for (const term of query.wanted.slice(1)) {
    const found = await passagesWith(queries, owner, { query, term, before: END, limit: RARE });
    if (found.length < (rarest?.length ?? RARE)) rarest = found;
  }
  return rarest && webpagesOf(rarest);
}

async function walk(
  queries: Queries,
  owner: string,
  query: WordQuery,
  { after, limit, spans }: WordRequest,
): Promise<WordPage> {
  const [term] = query.wanted;
  if (!term) return { results: [], next: undefined };
  const isAlone = !query.exact && query.wanted.length + query.unwanted.length === 1;
  // Then these are all passages with the term, if they are few. A later page or a search in current text leaves out some.
  const whole = isAlone && after === undefined && query.scope === 'all';
  const newest = await passagesWith(queries, owner, {
    ...{ query, term, before: after ?? END, limit: Math.max(limit, FEW) },
    whole,
  });
  const few =
    isAlone && newest.length > 0 && newest.length < FEW ? await allPassages(queries, query, newest) : undefined;
  const found: Evaluated[] = [];
  const known = new Map<string, Evaluated>();
  const webpages = new Map<string, Row>();
  const page = async (next: number | undefined) => ({
    results: await resultsOf(queries, found, webpages, spans),
    next,
  });
  let read = 0;
  // Most matches of an exact search may be written in another way.
  const size = query.exact ? Math.max(limit, FEW) : limit;
  for await (const matches of portionsOf(newest, few ? newest.length : size, (before) =>
    passagesWith(queries, owner, { query, term, before, limit: size }),
  )) {
    const fresh = webpagesOf(matches.filter(({ webpageId }) => !webpages.has(webpageId)));
    for (const [id, webpage] of fresh) webpages.set(id, webpage);
    for (const each of await evaluateWebpages(queries, query, fresh, few)) known.set(each.webpageId, each);
    for (const { id, webpageId } of matches) {
      const evaluated = known.get(webpageId);
      // A webpage is a result at its newest match. At an older one it was a result before.
      if (evaluated?.position === id) found.push(evaluated);
      if (found.length === limit) return page(id);
    }
    read += matches.length;
    if (read >= MOST_READ) return page(matches.at(-1)?.id);
  }
  return page(undefined);
}

/** The newest matches and then older ones, so many at a time. */
async function* portionsOf(
  newest: readonly Match[],
  size: number,
  older: (before: number) => Promise<Match[]>,
): AsyncGenerator<readonly Match[]> {
  yield newest.slice(0, size);
  for (let start = size; start < newest.length; start += size) {
    await breath();
    yield newest.slice(start, start + size);
  }
  for (let [last, full] = [newest.at(-1), newest.length >= FEW]; last && full; ) {
    await breath();
    const matches = await older(last.id);
    if (matches.length > 0) yield matches;
    [last, full] = [matches.at(-1), matches.length === size];
  }
}

/** All passages with the only term of a query; undefined if there are many. */
async function allPassages(
  queries: Queries,
  query: WordQuery,
  newest: readonly Match[],
): Promise<readonly Passage[] | undefined> {
  const whole = newest.flatMap(({ passage }) => passage ?? []);
  if (whole.length > 0) return whole;
  const { from, has, parameterOf } = queries.wordIndex;
  const rows = await queries.all(`SELECT p.id FROM ${from} WHERE ${has('$1')} LIMIT ${FEW}`, [
    parameterOf(query.wanted[0]?.words ?? []),
  ]);
  const ids = rows.map(({ id }) => Number(id));
  return ids.length < FEW ? readPassages(queries, query, ids) : undefined;
}

async function searchIn(
  queries: Queries,
  query: WordQuery,
  { webpages, after, limit, spans }: WordRequest & { webpages: ReadonlyMap<string, Row> },
): Promise<WordPage> {
  const found: Evaluated[] = [];
  const all = [...webpages];
  for (let start = 0; start < all.length; start += STEP) {
    found.push(...(await evaluateWebpages(queries, query, new Map(all.slice(start, start + STEP)))));
    await breath();
  }
  const before = after ?? END;
  const sorted = found.filter(({ position }) => position < before).sort((one, other) => other.position - one.position);
  const results = sorted.slice(0, limit);
  const next = sorted.length > limit ? results.at(-1)?.position : undefined;
  return { results: await resultsOf(queries, results, webpages, spans), next };
}

async function resultsOf(
  queries: Queries,
  found: readonly Evaluated[],
  webpages: ReadonlyMap<string, Row>,
  most: number,
): Promise<WordResult[]> {
  const times = await spanTimes(queries, found, most);
  return found.flatMap(({ webpageId, position, ranges, passages, last }) => {
    const row = webpages.get(webpageId);
    if (!row) return [];
    const shown = ranges.slice(-most).toReversed();
    return [
      {
        webpage: webpageOf(row),
        title: row.title === null ? undefined : String(row.title),
        passages,
        spans: shown.flatMap((range) => times(webpageId, range, last) ?? []),
        spanCount: ranges.length,
        position,
      },
    ];
  });
}
