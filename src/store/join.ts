/** SQL for Queries.join, in words that both engines know; the order is that of the inner query. */
export function joining(sql: string, head: string, tail: string): string {
  return `SELECT concat(CAST(${head} AS TEXT), string_agg(member, ','), CAST(${tail} AS TEXT)) AS text FROM (${sql}) AS page`;
}
