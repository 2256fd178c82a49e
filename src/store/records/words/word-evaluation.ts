import { intersectRanges, overlaps, type RunRange, subtractRanges, uniteRanges } from '../../../domain/run-ranges.ts';
import type { WordQuery } from '../../../domain/word-query.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { findPassages, OPEN, type Passage, readContents } from './word-passages.ts';

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

/**
 * Evaluates a query for webpages, rows with boundColumns, and leaves out those for which it is never true. `known`: all passages
 * with one of the terms; otherwise they are read.
 */
export async function evaluateWebpages(
  queries: Queries,
  query: WordQuery,
  webpages: ReadonlyMap<string, Row>,
  known?: readonly Passage[],
): Promise<Evaluated[]> {
  if (webpages.size === 0) return [];
  const passages = known ?? (await findPassages(queries, query, [...webpages.keys()]));
  const chosen: (Omit<Evaluated, 'passages'> & { newest: number[] })[] = [];
  for (const [webpageId, own] of Map.groupBy(passages, (passage) => passage.webpageId)) {
    const bounds = boundsOf(query, webpages.get(webpageId));
    const evaluated = bounds && evaluate(query, own, bounds);
    if (evaluated) chosen.push({ webpageId, last: bounds.last, ...evaluated });
  }
  const contents = known
    ? new Map(passages.map(({ id, content }) => [id, content]))
    : await readContents(
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

interface Bounds {
  readonly last: number;
  /** The runs that were visible in the wanted time, if it is limited. */
  readonly required: RunRange | undefined;
}

/** Columns for the runs of a webpage `t`: its newest one, and those at the ends of the wanted time. */
export function boundColumns({ time }: WordQuery, put: (value: Value) => string): string {
  const number = (end: 'min' | 'max', condition: string) =>
    `(SELECT ${end}(r.number) FROM text_runs r WHERE r.webpage_id = t.id${condition})`;
  const newest = `${number('max', '')} AS newest_run`;
  if (!time) return newest;
  const [from, to] = [put(time.from), put(time.to)];
  return `${newest}, ${number('min', ` AND r.last_at >= ${from}`)} AS from_run, ${number('max', ` AND r.first_at < ${to}`)} AS to_run`;
}

/** Undefined for a webpage without a run in the wanted time. */
function boundsOf({ time }: WordQuery, row: Row | undefined): Bounds | undefined {
  const { newest_run: last = null, from_run: first = null, to_run: until = null } = row ?? {};
  if (last === null) return undefined;
  if (!time) return { last: Number(last), required: undefined };
  if (first === null || until === null || Number(first) > Number(until)) return undefined;
  return { last: Number(last), required: { first: Number(first), last: Number(until) } };
}
