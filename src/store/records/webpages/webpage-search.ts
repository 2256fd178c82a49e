import { keywordMark } from '../../../domain/gallery.ts';
import type { FoundInSteps, WebpageSearch, WebpageState } from '../../../domain/stepwise.ts';
import { isPlain } from '../../../domain/text.ts';
import type { Webpage } from '../../../domain/webpage.ts';
import type { Queries, Value } from '../../engine/database.ts';
import { readInSteps, type StepQuery } from '../stepwise.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from './webpages.ts';

const STATES: Record<WebpageState, string> = {
  active: 's.webpage_id IS NOT NULL AND s.ready_at IS NOT NULL AND s.failing_since IS NULL',
  failing: 's.webpage_id IS NOT NULL AND s.ready_at IS NOT NULL AND s.failing_since IS NOT NULL',
  paused: 's.webpage_id IS NOT NULL AND s.ready_at IS NULL',
  unscheduled: 's.webpage_id IS NULL',
};

export async function searchWebpages(
  queries: Queries,
  owner: string,
  request: WebpageSearch,
): Promise<FoundInSteps<Webpage>> {
  const { words, url, keyword, site, state, changedSince } = request;
  // No record holds it, and PostgreSQL would not even look for U+0000.
  if (![...words, url ?? '', keyword ?? '', site ?? ''].every(isPlain)) return { records: [], next: undefined };

  /** The records of a step. An index finds those of a site or with an address. */
  function stepOf(select: string, { from, beyond, way, size }: StepQuery, bind: (value: Value) => string): string {
    const own = [
      ...(url === undefined ? [] : [`t.url = ${bind(url)}`]),
      ...(site === undefined ? [] : [`t.group_name = ${bind(site)}`]),
    ];
    // || '' keeps the planner from reading all webpages in the order of an index to find the few that match.
    const at = own.length > 0 ? "t.created_at || ''" : 't.created_at';
    const conditions = ['t.account_id = $1', ...own, `(${at}, t.id) ${beyond} (${bind(from.at)}, ${bind(from.id)})`];
    return `SELECT ${select} FROM webpages t WHERE ${conditions.join(' AND ')} ORDER BY ${at} ${way}, t.id ${way} LIMIT ${size}`;
  }

  return readInSteps(request, {
    read(step, limit) {
      const parameters: Value[] = [owner];
      const bind = (value: Value) => `$${parameters.push(value)}`;
      const inner = stepOf('t.id', step, bind);
      const conditions = [
        ...[...words, ...(keyword === undefined ? [] : [keywordMark(keyword)])].map((part) =>
          queries.contains('t.search_key', bind(part)),
        ),
        ...(changedSince === undefined ? [] : [`t.changed_at >= ${bind(changedSince)}`]),
        ...(state === undefined ? [] : [STATES[state]]),
      ];
      return queries.all(
        `SELECT ${WEBPAGE_COLUMNS_READ}, ${queries.intact('webpages t')} AS intact FROM (${inner}) AS step
         JOIN webpages t ON t.id = step.id ${state === undefined ? '' : 'LEFT JOIN capture_schedules s ON s.webpage_id = t.id'}
         ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
         ORDER BY t.created_at ${step.way}, t.id ${step.way} LIMIT ${limit}`,
        parameters,
      );
    },
    async end(step) {
      const parameters: Value[] = [owner];
      const bind = (value: Value) => `$${parameters.push(value)}`;
      const rows = await queries.all(
        `SELECT * FROM (${stepOf('t.created_at, t.id', step, bind)}) AS step ORDER BY created_at ${step.way}, id ${step.way} LIMIT 1 OFFSET ${step.size - 1}`,
        parameters,
      );
      return rows[0] && { at: String(rows[0].created_at), id: String(rows[0].id) };
    },
    positionOf: (row) => ({ at: String(row.created_at), id: String(row.id) }),
    found: webpageOf,
  });
}
