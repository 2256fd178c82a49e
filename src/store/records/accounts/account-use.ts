import type { Quota, Use } from '../../../domain/quota.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';

export const STANDING_COLUMNS = `a.role, a.most_webpages, a.most_bytes, a.most_captures_a_day,
  coalesce(u.bytes, 0) AS use_bytes, coalesce(u.day, '') AS use_day, coalesce(u.captures, 0) AS use_captures`;

/** Joins the use `u` to the account `a`. */
export const STANDING_JOIN = 'LEFT JOIN account_use u ON u.account_id = a.id';

export function quotaOf(row: Row): Quota {
  const limit = (value: Value | undefined) => (value === null || value === undefined ? undefined : Number(value));
  return {
    webpages: limit(row.most_webpages),
    bytes: limit(row.most_bytes),
    capturesADay: limit(row.most_captures_a_day),
  };
}

export function useOf(row: Row): Use {
  return { bytes: Number(row.use_bytes), captures: Number(row.use_captures), day: String(row.use_day) };
}

/** SQL that is true unless the captures of the account pause. `owner` and `now` are SQL expressions. */
export function withinQuota(owner: string, now: string): string {
  return `NOT EXISTS (SELECT 1 FROM accounts a JOIN account_use u ON u.account_id = a.id WHERE a.id = ${owner}
    AND (u.bytes >= a.most_bytes OR (u.day = substr(${now}, 1, 10) AND u.captures >= a.most_captures_a_day)))`;
}

/** Adds the size of new pictures or text. Call it last in a transaction: other writers of the account wait from then on. */
export async function addBytes(tx: Queries, owner: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await tx.run(
    `INSERT INTO account_use (account_id, bytes, day, captures) VALUES ($1, $2, '', 0)
     ON CONFLICT (account_id) DO UPDATE SET bytes = account_use.bytes + excluded.bytes`,
    [owner, bytes],
  );
}

/** Counts a capture of the day of `at`, with the size of its new picture and text. Call it last, as addBytes. */
export async function addCapture(tx: Queries, owner: string, at: string, bytes: number): Promise<void> {
  await tx.run(
    `INSERT INTO account_use (account_id, bytes, day, captures) VALUES ($1, $2, $3, 1)
     ON CONFLICT (account_id) DO UPDATE SET bytes = account_use.bytes + excluded.bytes,
       captures = CASE WHEN account_use.day = excluded.day THEN account_use.captures + 1 ELSE 1 END, day = excluded.day`,
    [owner, bytes, at.slice(0, 10)],
  );
}

/** Subtracts the size of removed pictures or text. A row that is gone with its account needs no change. */
export async function subtractBytes(tx: Queries, removed: readonly Row[]): Promise<void> {
  for (const [owner, rows] of Map.groupBy(removed, ({ account_id }) => account_id)) {
    const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
    await tx.run('UPDATE account_use SET bytes = bytes - $2 WHERE account_id = $1', [owner ?? null, bytes]);
  }
}
