import { hasExactly } from '../../../domain/exact-words.ts';
import type { RunRange } from '../../../domain/run-ranges.ts';
import type { Term, WordQuery } from '../../../domain/word-query.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { breath } from '../webpages/archive-search.ts';

/** A passage that has one of the terms of a query, and its spans. */
export interface Passage {
  readonly id: number;
  readonly webpageId: string;
  /** Empty if it is read later, because there may be many. */
  readonly content: string;
  readonly has: readonly boolean[];
  readonly ranges: readonly RunRange[];
}

/** The end of a range that has none yet. */
export const OPEN = -1;

/** Columns of a passage `p` and of one of its spans `s`, if it has any. */
export const PASSAGE = 'p.webpage_id, p.content, s.first_run, s.last_run';

/** A passage, whose rows have one span each, or none. */
export function passageOf(id: number, rows: readonly Row[], has: readonly boolean[]): Passage {
  const [first] = rows;
  return {
    id,
    webpageId: String(first?.webpage_id),
    content: String(first?.content),
    has,
    ranges: rows
      .filter(({ first_run }) => first_run !== null)
      .map(({ first_run, last_run }) => ({
        first: Number(first_run),
        last: last_run === null ? OPEN : Number(last_run),
      })),
  };
}

/** All passages of these webpages with one of the terms, without their text. */
export async function findPassages(
  queries: Queries,
  query: WordQuery,
  webpageIds: readonly string[],
): Promise<Passage[]> {
  const passages = await read(queries, query, webpageIds, {
    columns: "p.webpage_id, '' AS content, s.first_run, s.last_run",
    condition: 'p.webpage_id = wanted.value ->> 0',
    intact: queries.intact('passage_spans s'),
  });
  return query.exact ? Array.fromAsync(exactPassages(queries, query, passages)) : passages;
}

/** So many texts are in memory at the same time. */
const TEXTS_AT_ONCE = 500;

/** Those of these passages that have one of the terms as it is written. */
async function* exactPassages(
  queries: Queries,
  { wanted, unwanted }: WordQuery,
  passages: readonly Passage[],
): AsyncGenerator<Passage> {
  const terms = [...wanted, ...unwanted];
  for (let start = 0; start < passages.length; start += TEXTS_AT_ONCE) {
    const some = passages.slice(start, start + TEXTS_AT_ONCE);
    const contents = await readContents(
      queries,
      some.map(({ id }) => id),
    );
    for (const passage of some) {
      const text = contents.get(passage.id) ?? '';
      const has = terms.map((term, index) => passage.has[index] === true && hasExactly(text, term));
      if (has.includes(true)) yield { ...passage, has };
    }
    await breath();
  }
}

/** The texts of passages. */
export async function readContents(queries: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all(
    `SELECT p.id, p.content, ${queries.intact('passages p')} AS intact
     FROM ${queries.itemsOf('$1', 'wanted')} CROSS JOIN passages p WHERE p.id = CAST(wanted.value ->> 0 AS BIGINT)`,
    [JSON.stringify([...new Set(ids)].map((id) => [id]))],
  );
  return new Map(rows.map(({ id, content }) => [Number(id), String(content)]));
}

/** The passages with these ids that have one of the terms. */
export function readPassages(queries: Queries, query: WordQuery, ids: readonly number[]): Promise<Passage[]> {
  return read(queries, query, ids, {
    columns: PASSAGE,
    condition: 'p.id = CAST(wanted.value ->> 0 AS BIGINT)',
    intact: queries.intact('passages p', 'passage_spans s'),
  });
}

async function read(
  queries: Queries,
  { wanted, unwanted }: WordQuery,
  ids: readonly (string | number)[],
  { columns, condition, intact }: { columns: string; condition: string; intact: string },
): Promise<Passage[]> {
  const parameters: Value[] = [];
  const put = (value: Value) => `$${parameters.push(value)}`;
  const has = [...wanted, ...unwanted].map((term) => hasTerm(queries, term, put));
  const flags = has.map((one, index) => `CASE WHEN ${one} THEN 1 ELSE 0 END AS has_${index}`);
  const list = put(JSON.stringify(ids.map((id) => [id])));
  const rows = await queries.all(
    `SELECT p.id, ${columns}, ${flags.join(', ')}, ${intact} AS intact
     FROM ${queries.itemsOf(list, 'wanted')} CROSS JOIN passages p CROSS JOIN passage_spans s
     WHERE ${condition} AND s.passage_id = p.id AND (${has.join(' OR ')})`,
    parameters,
  );
  return [...Map.groupBy(rows, ({ id }) => Number(id))].map(([id, own]) =>
    passageOf(
      id,
      own,
      has.map((_, index) => own[0]?.[`has_${index}`] === 1),
    ),
  );
}

function hasTerm(queries: Queries, { words }: Term, put: (value: Value) => string): string {
  return queries.contains("' ' || p.words || ' '", put(` ${words.join(' ')} `));
}
