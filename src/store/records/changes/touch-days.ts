import type { Queries, Value } from '../../engine/database.ts';
import { listOf } from '../../engine/insert.ts';

/** The row of change_days that stands for all days of the account. */
export const ALL_DAYS = '';

/**
 * Marks the days as changed, and adds the numbers of webpages that were captured for the first time on them. Call it as
 * the last statement of a transaction: it locks rows that all captures of the account share.
 */
export async function touchDays(
  tx: Queries,
  owner: string,
  days: readonly { readonly day: string; readonly webpages?: number }[],
): Promise<void> {
  const sorted = days.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const rows = [{ day: ALL_DAYS, webpages: 0 }, ...sorted].map(({ day, webpages }): Value[] => [
    owner,
    day,
    webpages ?? 0,
    1,
  ]);
  // Small statements lock rows in the order of days, so that two transactions do not wait for each other.
  for (let start = 0; start < rows.length; start += ROWS) {
    const some = rows.slice(start, start + ROWS);
    await tx.run(
      `INSERT INTO change_days (account_id, day, webpages, revision) VALUES ${listOf(some)}
       ON CONFLICT (account_id, day) DO UPDATE SET webpages = change_days.webpages + excluded.webpages,
         revision = change_days.revision + 1`,
      some.flat(),
    );
  }
}

const ROWS = 2;

/** Marks every day since the first entry of the webpage. A webpage counts as failing on days without an entry, too. */
export async function touchDaysOf(tx: Queries, owner: string, webpageId: string): Promise<void> {
  await tx.run(
    `UPDATE change_days SET revision = revision + 1 WHERE account_id = $1 AND (day = '${ALL_DAYS}'
       OR day >= (SELECT substr(min(e.happened_at), 1, 10) FROM changes e WHERE e.webpage_id = $2))`,
    [owner, webpageId],
  );
}
