import type { Written } from '../domain/template.ts';
import type { Joined } from './database.ts';

/** SQL for Queries.join, in words that both engines know; the order is that of the inner query. */
export function joining(sql: string, head: string, tail: string): string {
  return `SELECT concat(CAST(${head} AS TEXT), string_agg(member, ','), CAST(${tail} AS TEXT)) AS text,
    string_agg(id, ' ') AS ids FROM (${sql}) AS page`;
}

export function joinedOf(text: Written, ids: string | null): Joined {
  return { text, lastId: ids?.slice(ids.lastIndexOf(' ') + 1) };
}
