import { intersectRanges, overlaps, type RunRange, subtractRanges, uniteRanges } from '../../domain/run-ranges.ts';
import type { Term, WordQuery } from '../../domain/word-query.ts';
import type { Queries, Row, Value } from '../engine/database.ts';

/** A webpage for which a query is true at some time. */
export interface Evaluated {
  readonly webpageId: string;
  /** The runs for which the query is true, the oldest first. */
  readonly ranges: readonly RunRange[];
  /** The newest run of the webpage. */
  readonly last: number;
  /** The id of the newest passage with the first wanted term in these runs. */
  readonly position: number;
  /** The newest passage for each wanted term in these runs. */
  readonly passages: readonly string[];
}

interface Passage {
  readonly id: number;
  readonly webpageId: string;
  readonly has: readonly boolean[];
  readonly ranges: RunRange[];
}

/** Evaluates a query for webpages, and leaves out those for which it is never true. */
export async function evaluateWebpages(
  queries: Queries,
  query: WordQuery,
  webpageIds: readonly string[],
): Promise<Evaluated[]> {
  if (webpageIds.length === 0) return [];
  const [passages, runs] = await Promise.all([
    findPassages(queries, query, webpageIds),
    readBounds(queries, query, webpageIds),
  ]);
  const chosen: (Omit<Evaluated, 'passages'> & { newest: number[] })[] = [];
  for (const [webpageId, own] of Map.groupBy(passages, (passage) => passage.webpageId)) {
    const bounds = runs.get(webpageId);
    const evaluated = bounds && evaluate(query, own, bounds);
    if (evaluated) chosen.push({ webpageId, last: bounds.last, ...evaluated });
  }
  const contents = await readContents(
    queries,
    chosen.flatMap(({ newest }) => newest),
  );
  return chosen.map(({ newest, ...rest }) => ({
    ...rest,
    passages: [...new Set(newest)].map((id) => contents.get(id) ?? ''),
  }));
}

function evaluate({ wanted, unwanted, scope }: WordQuery, passages: readonly Passage[], bounds: Bounds) {
  const terms = [...wanted, ...unwanted].map((_, index) => {
    const having = passages.filter(({ has }) => has[index]);
    return { having, ranges: uniteRanges(having.flatMap(({ ranges }) => open(ranges, bounds.last))) };
  });
  let ranges: RunRange[] = [{ first: 0, last: bounds.last }];
  terms.forEach((term, index) => {
    const apply = index < wanted.length ? intersectRanges : subtractRanges;
    ranges = apply(ranges, term.ranges);
  });
  // A span that is visible at the wanted time counts as a whole.
  const required = scope === 'current' ? { first: bounds.last, last: bounds.last } : bounds.required;
  if (required) ranges = ranges.filter((range) => overlaps(required, [range]));
  if (ranges.length === 0) return undefined;
  const visible = scope === 'current' ? [{ first: bounds.last, last: bounds.last }] : ranges;
  const newest = terms.slice(0, wanted.length).map(({ having }) => {
    const ids = having.filter((passage) => open(passage.ranges, bounds.last).some((range) => overlaps(range, visible)));
    return Math.max(...ids.map(({ id }) => id));
  });
  return { ranges, newest, position: newest[0] ?? 0 };
}

function open(ranges: readonly RunRange[], last: number): RunRange[] {
  return ranges.map((range) => (range.last === OPEN ? { first: range.first, last } : range));
}

const OPEN = -1;

/** All passages of the webpages with one of the terms, and their spans. */
async function findPassages(
  queries: Queries,
  { wanted, unwanted, exact }: WordQuery,
  webpageIds: readonly string[],
): Promise<Passage[]> {
  const parameters: Value[] = [];
  const put = (value: Value) => `$${parameters.push(value)}`;
  const has = [...wanted, ...unwanted].map((term) => hasTerm(queries, term, exact, put));
  const flags = has.map((condition, index) => `CASE WHEN ${condition} THEN 1 ELSE 0 END AS has_${index}`);
  const ids = wanted.length + unwanted.length === 1 ? await rareIds(queries, wanted[0]) : undefined;
  const among =
    ids === undefined
      ? `p.webpage_id IN (${webpageIds.map(put).join(', ')})`
      : `p.id IN (${ids.map(put).join(', ')}) AND p.webpage_id || '' IN (${webpageIds.map(put).join(', ')})`;
  const rows = await queries.all(
    `SELECT p.id, p.webpage_id, ${flags.join(', ')}, s.first_run, s.last_run, ${queries.intact('passage_spans s')} AS intact
     FROM passages p JOIN passage_spans s ON s.passage_id = p.id
     WHERE ${among} AND (${has.join(' OR ')})`,
    parameters,
  );
  return [...Map.groupBy(rows, ({ id }) => Number(id))].map(([id, own]) => ({
    id,
    webpageId: String(own[0]?.webpage_id),
    has: has.map((_, index) => own[0]?.[`has_${index}`] === 1),
    ranges: own.map(rangeOf),
  }));
}

/** A rare word is found by the index, instead of in all passages of its webpages. */
const RARE = 100;

/** The passages with a term, on any webpage; undefined if they are not few. */
async function rareIds(queries: Queries, term: Term | undefined): Promise<number[] | undefined> {
  const { from, has, parameterOf } = queries.wordIndex;
  const rows = await queries.all(`SELECT p.id FROM ${from} WHERE ${has('$1')} LIMIT ${RARE}`, [
    parameterOf(term?.words ?? []),
  ]);
  return rows.length > 0 && rows.length < RARE ? rows.map(({ id }) => Number(id)) : undefined;
}

function hasTerm(queries: Queries, { words, text }: Term, exact: boolean, put: (value: Value) => string): string {
  const inWords = queries.contains("' ' || p.words || ' '", put(` ${words.join(' ')} `));
  return exact ? `(${inWords} AND ${queries.contains('p.content', put(text))})` : inWords;
}

function rangeOf({ first_run: first, last_run: last }: Row): RunRange {
  return { first: Number(first), last: last === null ? OPEN : Number(last) };
}

interface Bounds {
  readonly last: number;
  /** The runs that were visible in the wanted time, if it is limited. */
  readonly required: RunRange | undefined;
}

/** Webpages without a run in the wanted time are left out. */
async function readBounds(queries: Queries, { time }: WordQuery, webpageIds: readonly string[]) {
  const places = webpageIds.map((_, index) => `$${index + 1}`).join(', ');
  const number = (end: 'min' | 'max', condition: string) =>
    `(SELECT ${end}(r.number) FROM text_runs r WHERE r.webpage_id = w.id${condition})`;
  const [from, to] = [`$${webpageIds.length + 1}`, `$${webpageIds.length + 2}`];
  const required = time
    ? `, ${number('min', ` AND r.last_at >= ${from}`)} AS first, ${number('max', ` AND r.first_at < ${to}`)} AS until`
    : '';
  const rows = await queries.all(
    `SELECT w.id, ${number('max', '')} AS last${required} FROM webpages w WHERE w.id IN (${places})`,
    [...webpageIds, ...(time ? [time.from, time.to] : [])],
  );
  const bounds = new Map<string, Bounds>();
  for (const { id, last, first = null, until = null } of rows) {
    if (last === null || (time && (first === null || until === null || Number(first) > Number(until)))) continue;
    const range = time && { first: Number(first), last: Number(until) };
    bounds.set(String(id), { last: Number(last), required: range });
  }
  return bounds;
}

async function readContents(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const places = ids.map((_, index) => `$${index + 1}`).join(', ');
  const rows = await queries.all(
    `SELECT id, content, ${queries.intact('passages')} AS intact FROM passages WHERE id IN (${places})`,
    ids,
  );
  return new Map(rows.map(({ id, content }) => [Number(id), String(content)]));
}
