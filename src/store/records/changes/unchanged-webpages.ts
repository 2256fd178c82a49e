import type { TimeRange } from '../../../domain/day.ts';
import type { Queries } from '../../engine/database.ts';
import { breath, stepsOf } from '../webpages/archive-search.ts';
import { unchangedCondition } from './unchanged-condition.ts';

/**
 * Counts webpages that were captured in this time and looked as before, up to `most`. No index finds them, so it tests
 * one webpage after the other, 1,000 in a few milliseconds.
 */
export async function countUnchanged(queries: Queries, owner: string, range: TimeRange, most: number): Promise<number> {
  let found = 0;
  for (const { from, to } of await stepsOf(queries, owner)) {
    const end = to ?? { key: '\uffff', id: '' };
    const row = await queries.get(
      `SELECT count(*) AS n FROM (SELECT 1 FROM webpages t WHERE t.account_id = $1
         AND (t.created_at, t.id) >= ($2, $3) AND (t.created_at, t.id) < ($4, $5)
         AND ${unchangedCondition('$6', '$7')} LIMIT $8) AS found`,
      [owner, from.key, from.id, end.key, end.id, range.from, range.to, most - found],
    );
    found += Number(row?.n ?? 0);
    if (found >= most) break;
    await breath();
  }
  return found;
}
