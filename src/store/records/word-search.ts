import { keywordMark } from '../../domain/gallery.ts';
import type { WordPage, WordRequest, WordResult } from '../../domain/ports/words.ts';
import { isPlain } from '../../domain/text.ts';
import type { Term, WordQuery } from '../../domain/word-query.ts';
import type { Queries, Value } from '../engine/database.ts';
import { breath } from './archive-search.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from './webpages.ts';
import { type Evaluated, evaluateWebpages } from './word-evaluation.ts';
import { spanTimes } from './word-spans.ts';

/** Webpages that are evaluated at a step. */
const STEP = 100;
/** Passages that are read from the index in one search: after that it returns what it has. */
const MOST_READ = 3000;

/** A term in fewer passages than this decides which webpages are looked at. */
const RARE = 500;

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
  return rare
    ? searchIn(queries, owner, query, { ...request, webpageIds: rare })
    : walk(queries, owner, query, request);
}

interface Match {
  readonly id: number;
  readonly webpageId: string;
}

/** The newest passages with a term before a position, of webpages that pass the filters. */
async function passagesWith(
  queries: Queries,
  owner: string,
  { query, term, before, limit }: { query: WordQuery; term: Term; before: number; limit: number },
): Promise<Match[]> {
  const { wordIndex } = queries;
  const parameters: Value[] = [wordIndex.parameterOf(term.words), before, owner];
  const put = (value: Value) => `$${parameters.push(value)}`;
  const { site, keyword, scope, exact } = query;
  const conditions = [
    wordIndex.has('$1'),
    `${wordIndex.id} < $2`,
    // || '' keeps the planner from beginning with all webpages of the owner.
    "w.account_id || '' = $3",
    ...(exact ? [queries.contains('p.content', put(term.text))] : []),
    ...(scope === 'current'
      ? [`EXISTS (SELECT 1 FROM passage_spans s WHERE s.passage_id = p.id AND s.last_run IS NULL)`]
      : []),
    ...(site === undefined ? [] : [`w.group_name || '' = ${put(site)}`]),
    ...(keyword === undefined ? [] : [queries.contains('w.search_key', put(keywordMark(keyword)))]),
  ];
  const rows = await queries.all(
    `SELECT p.id, p.webpage_id FROM ${wordIndex.from} CROSS JOIN webpages w
     WHERE w.id = p.webpage_id AND ${conditions.join(' AND ')} ORDER BY ${wordIndex.id} DESC LIMIT ${limit}`,
    parameters,
  );
  return rows.map((row) => ({ id: Number(row.id), webpageId: String(row.webpage_id) }));
}

/** The webpages with the rarest wanted term, unless all are common or there is only one. */
async function rareWebpages(queries: Queries, owner: string, query: WordQuery): Promise<string[] | undefined> {
  let rarest: Match[] | undefined;
  for (const term of query.wanted.slice(1)) {
    const found = await passagesWith(queries, owner, { query, term, before: END, limit: RARE });
    if (found.length < (rarest?.length ?? RARE)) rarest = found;
  }
  return rarest && [...new Set(rarest.map(({ webpageId }) => webpageId))];
}

async function walk(
  queries: Queries,
  owner: string,
  query: WordQuery,
  { after, limit, spans }: WordRequest,
): Promise<WordPage> {
  const [term] = query.wanted;
  if (!term) return { results: [], next: undefined };
  const found: Evaluated[] = [];
  const known = new Map<string, Evaluated>();
  let before = after ?? END;
  for (let read = 0; read < MOST_READ; ) {
    const matches = await passagesWith(queries, owner, { query, term, before, limit });
    const fresh = [...new Set(matches.map(({ webpageId }) => webpageId))].filter((id) => !known.has(id));
    for (const each of await evaluateWebpages(queries, query, fresh)) known.set(each.webpageId, each);
    for (const { id, webpageId } of matches) {
      const evaluated = known.get(webpageId);
      // A webpage is a result at its newest match. At an older one it was a result before.
      if (evaluated?.position === id) found.push(evaluated);
      if (found.length === limit) return { results: await resultsOf(queries, owner, found, spans), next: id };
    }
    read += matches.length;
    before = matches.at(-1)?.id ?? before;
    if (matches.length < limit) return { results: await resultsOf(queries, owner, found, spans), next: undefined };
    await breath();
  }
  return { results: await resultsOf(queries, owner, found, spans), next: before };
}

async function searchIn(
  queries: Queries,
  owner: string,
  query: WordQuery,
  { webpageIds, after, limit, spans }: WordRequest & { webpageIds: readonly string[] },
): Promise<WordPage> {
  const found: Evaluated[] = [];
  for (let start = 0; start < webpageIds.length; start += STEP) {
    found.push(...(await evaluateWebpages(queries, query, webpageIds.slice(start, start + STEP))));
    await breath();
  }
  const before = after ?? END;
  const sorted = found.filter(({ position }) => position < before).sort((one, other) => other.position - one.position);
  const results = sorted.slice(0, limit);
  const next = sorted.length > limit ? results.at(-1)?.position : undefined;
  return { results: await resultsOf(queries, owner, results, spans), next };
}

async function resultsOf(
  queries: Queries,
  owner: string,
  found: readonly Evaluated[],
  most: number,
): Promise<WordResult[]> {
  if (found.length === 0) return [];
  const places = found.map((_, index) => `$${index + 2}`).join(', ');
  const [rows, times] = await Promise.all([
    queries.all(
      `SELECT ${WEBPAGE_COLUMNS_READ}, t.title, ${queries.intact('webpages t')} AS intact FROM webpages t
       WHERE t.account_id || '' = $1 AND t.id IN (${places})`,
      [owner, ...found.map(({ webpageId }) => webpageId)],
    ),
    spanTimes(queries, found, most),
  ]);
  const webpages = new Map(rows.map((row) => [String(row.id), row]));
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
