import type { Joined } from './database.ts';

/** SQL for Queries.join, in words that both engines know; the order is that of the inner query. */
export function joining(sql: string): string {
  return `SELECT string_agg(member, ',') AS members, string_agg(id, ' ') AS ids FROM (${sql}) AS page`;
}

export function joinedOf([members, ids]: readonly [string | null, string | null]): Joined {
  return { members: members ?? '', lastId: ids?.slice(ids.lastIndexOf(' ') + 1) };
}
