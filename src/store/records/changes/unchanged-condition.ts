/**
 * SQL for webpages `t` as the Changes page counts: captured in this time, without a shown change or a first capture, and not failing.
 * Subqueries for each webpage: for EXISTS, PostgreSQL may read the screenshots of all webpages.
 */
export function unchangedCondition(from: string, to: string): string {
  const first = (source: string) => `(SELECT 1 FROM ${source} LIMIT 1)`;
  const entry = (conditions: string) =>
    first(`changes e WHERE e.webpage_id = t.id AND ${conditions} AND e.happened_at < ${to}`);
  return `${first(`screenshots s WHERE s.webpage_id = t.id AND s.created_at >= ${from} AND s.created_at < ${to}`)} = 1
    AND ${entry(`e.kind IN ('changed', 'new') AND e.shown = 1 AND e.happened_at >= ${from}`)} IS NULL
    AND ${entry(`e.kind = 'failing' AND (e.ended_at IS NULL OR e.ended_at >= ${from})`)} IS NULL`;
}
