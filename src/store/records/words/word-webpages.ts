import type { Queries } from '../../engine/database.ts';

/** Passages of a word that are looked at. Beyond that, only the webpages with the newest ones are found. */
const MOST_PASSAGES = 50_000;

/** The webpages whose newest text contains all these phrases. */
export async function webpagesWith(
  queries: Queries,
  owner: string,
  phrases: readonly (readonly string[])[],
  limit: number,
): Promise<string[]> {
  const { wordIndex } = queries;
  let found: Set<string> | undefined;
  for (const words of phrases) {
    const rows = await queries.all(
      `SELECT DISTINCT m.webpage_id FROM (
         SELECT p.id, p.webpage_id FROM ${wordIndex.from} WHERE ${wordIndex.has('$1')}
         ORDER BY ${wordIndex.id} DESC LIMIT ${MOST_PASSAGES}) AS m
       CROSS JOIN webpages w WHERE w.id = m.webpage_id AND w.account_id || '' = $2
         AND EXISTS (SELECT 1 FROM passage_spans s WHERE s.passage_id = m.id AND s.last_run IS NULL)`,
      [wordIndex.parameterOf(words), owner],
    );
    const own = new Set(rows.map((row) => String(row.webpage_id)));
    found = found ? found.intersection(own) : own;
    if (found.size === 0) break;
  }
  return [...(found ?? [])].slice(0, limit);
}
