import type { ChangeEntriesRequest } from '../../../domain/change.ts';
import { keywordMark } from '../../../domain/gallery.ts';
import type { Queries, Value } from '../../engine/database.ts';
import { breath, stepsOf } from '../webpages/archive-search.ts';

type WebpageFilter = Pick<ChangeEntriesRequest, 'site' | 'keyword'>;

/** SQL conditions that a webpage, with this alias, meets if it passes the filter. */
export function filterConditions(
  queries: Queries,
  { site, keyword }: WebpageFilter,
  { alias, bind }: { alias: string; bind: (value: Value) => string },
): string[] {
  return [
    ...(site === undefined ? [] : [`${alias}.group_name = ${bind(site)}`]),
    ...(keyword === undefined ? [] : [queries.contains(`${alias}.search_key`, bind(keywordMark(keyword)))]),
  ];
}

/** The ids of the webpages that pass the filter; undefined if there are more than `most`. */
export async function webpagesOfFilter(
  queries: Queries,
  owner: string,
  filter: WebpageFilter,
  most: number,
): Promise<string[] | undefined> {
  const found: string[] = [];
  // An index finds the webpages of a site. For a keyword alone, all webpages are tested, 1,000 in a few milliseconds.
  const steps = filter.site === undefined ? await stepsOf(queries, owner) : [undefined];
  for (const step of steps) {
    const parameters: Value[] = [owner];
    const bind = (value: Value) => `$${parameters.push(value)}`;
    const conditions = [
      ...(step ? [`(t.created_at, t.id) >= (${bind(step.from.key)}, ${bind(step.from.id)})`] : []),
      ...(step?.to ? [`(t.created_at, t.id) < (${bind(step.to.key)}, ${bind(step.to.id)})`] : []),
      ...filterConditions(queries, filter, { alias: 't', bind }),
    ];
    const rows = await queries.all(
      `SELECT t.id FROM webpages t WHERE t.account_id = $1 AND ${conditions.join(' AND ')} LIMIT ${most + 1}`,
      parameters,
    );
    found.push(...rows.map(({ id }) => String(id)));
    if (found.length > most) return undefined;
    await breath();
  }
  return found;
}
