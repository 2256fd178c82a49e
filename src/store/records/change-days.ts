import { LRUCache } from 'lru-cache';
import { type ChangeCounts, type ChangeDay, MOST_COUNTED } from '../../domain/change.ts';
import type { Queries, Row, Value } from '../engine/database.ts';
import { listOf } from '../engine/insert.ts';

/** The row of change_days that stands for all days of the account. */
const ALL_DAYS = '';

/**
 * Numbers that were counted, each with the revision of change_days at which it was counted. A store outside of
 * transactions keeps them, because counting 1,000 entries takes about a millisecond and every page shows these numbers.
 */
export interface Counted {
  readonly days: LRUCache<string, { revision: number; day: ChangeDay }>;
  readonly counts: LRUCache<string, { revision: number; counts: ChangeCounts }>;
}

export function makeCounted(): Counted {
  return { days: new LRUCache({ max: 10_000 }), counts: new LRUCache({ max: 1_000 }) };
}

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

export async function readDays(
  queries: Queries,
  owner: string,
  { from, to }: { from: string; to: string },
  counted: Counted,
): Promise<ChangeDay[]> {
  const rows = await queries.all(
    `SELECT day, webpages, revision FROM change_days WHERE account_id = $1 AND day >= $2 AND day <= $3 AND day <> '${ALL_DAYS}'
     ORDER BY day DESC`,
    [owner, from, to],
  );
  const days: ChangeDay[] = [];
  for (const row of rows) {
    const key = `${owner} ${row.day}`;
    const revision = Number(row.revision);
    const known = counted.days.get(key);
    if (known?.revision === revision) {
      days.push(known.day);
      continue;
    }
    const day = await countDay(queries, owner, row);
    counted.days.set(key, { revision, day });
    days.push(day);
    // A day with thousands of changes takes some milliseconds. SQLite calls never return to the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return days;
}

/** A webpage that failed is counted on every day until it was captured again. */
const DAY_COUNTS = `SELECT first.place, count(*) AS webpages FROM (
    SELECT happened.webpage_id, min(happened.place) AS place FROM (
      SELECT e.webpage_id, CASE e.kind WHEN 'changed' THEN 1 ELSE 3 END AS place FROM changes e
      WHERE e.account_id = $1 AND e.shown = 1 AND e.kind <> 'failing' AND e.happened_at >= $2 AND e.happened_at < $3
      UNION ALL
      SELECT e.webpage_id, 2 FROM changes e
      WHERE e.account_id = $1 AND e.kind = 'failing' AND e.ended_at IS NULL AND e.happened_at < $3
      UNION ALL
      SELECT e.webpage_id, 2 FROM changes e
      WHERE e.account_id = $1 AND e.kind = 'failing' AND e.ended_at IS NOT NULL AND e.ended_at >= $2
        AND e.happened_at < $3
    ) AS happened GROUP BY happened.webpage_id
  ) AS first JOIN webpages w ON w.id = first.webpage_id WHERE w.account_id || '' = $1 GROUP BY first.place`;

async function countDay(queries: Queries, owner: string, { day, webpages }: Row): Promise<ChangeDay> {
  const rows = await queries.all(DAY_COUNTS, [owner, String(day), `${day}U`]);
  const numberOf = (place: number) => Number(rows.find((row) => Number(row.place) === place)?.webpages ?? 0);
  const [changed, failing, fresh] = [numberOf(1), numberOf(2), numberOf(3)];
  const unchanged = Math.max(0, Number(webpages) - changed - failing - fresh);
  return { day: String(day), changed, failing, fresh, unchanged };
}

export async function readCounts(queries: Queries, owner: string, counted: Counted): Promise<ChangeCounts> {
  const row = await queries.get(`SELECT revision FROM change_days WHERE account_id = $1 AND day = '${ALL_DAYS}'`, [
    owner,
  ]);
  const revision = Number(row?.revision ?? 0);
  const known = counted.counts.get(owner);
  if (known?.revision === revision) return known.counts;
  const [changed, failing, fresh, reviewed] = [
    await countUpTo(queries, owner, "e.shown = 1 AND e.reviewed_at IS NULL AND e.kind = 'changed'"),
    await countUpTo(queries, owner, "e.kind = 'failing' AND e.ended_at IS NULL"),
    await countUpTo(queries, owner, "e.shown = 1 AND e.reviewed_at IS NULL AND e.kind = 'new'"),
    await countUpTo(queries, owner, 'e.shown = 1 AND e.reviewed_at IS NOT NULL'),
  ];
  const counts = { changed, failing, new: fresh, reviewed };
  counted.counts.set(owner, { revision, counts });
  return counts;
}

async function countUpTo(queries: Queries, owner: string, condition: string): Promise<number> {
  const row = await queries.get(
    // A subquery for each row: for a join, PostgreSQL reads all webpages of the archive.
    `SELECT count((SELECT 1 FROM webpages w WHERE w.id = found.webpage_id AND w.account_id || '' = $1)) AS n FROM (
       SELECT e.webpage_id FROM changes e WHERE e.account_id = $1 AND ${condition} LIMIT ${MOST_COUNTED}
     ) AS found`,
    [owner],
  );
  return Number(row?.n ?? 0);
}
