import { LRUCache } from 'lru-cache';
import { type ChangeCounts, type ChangeDay, MOST_COUNTED } from '../../../domain/change.ts';
import { dayAfter, dayOf, rangeOfDay } from '../../../domain/day.ts';
import { entries } from '../../engine/cache-size.ts';
import type { Queries } from '../../engine/database.ts';
import { breath } from '../webpages/archive-search.ts';
import { ALL_DAYS } from './touch-days.ts';
import { countUnchanged } from './unchanged-webpages.ts';

/**
 * Numbers that were counted, each with the revision of change_days at which it was counted. A store outside of
 * transactions keeps them, because counting 1,000 entries takes about a millisecond and every page shows these numbers.
 */
export interface Counted {
  readonly days: LRUCache<string, { revision: number; day: ChangeDay }>;
  readonly counts: LRUCache<string, { revision: number; counts: ChangeCounts }>;
}

export function makeCounted(): Counted {
  return { days: new LRUCache(entries(10_000)), counts: new LRUCache(entries(1_000)) };
}

export interface DaysRequest {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export async function readDays(
  queries: Queries,
  owner: string,
  request: DaysRequest,
  counted: Counted,
): Promise<ChangeDay[]> {
  const days: ChangeDay[] = [];
  for (const captured of await capturedDays(queries, owner, request)) {
    const key = `${owner} ${request.timeZone} ${captured.day}`;
    const { revision } = captured;
    const known = counted.days.get(key);
    const day = known?.revision === revision ? known.day : await countDay(queries, owner, request.timeZone, captured);
    if (day !== known?.day) {
      counted.days.set(key, { revision, day });
      // A day with thousands of changes takes some milliseconds. SQLite calls never return to the event loop.
      await breath();
    }
    if (day.changed + day.failing + day.fresh + day.unchanged > 0) days.push(day);
  }
  return days;
}

/** A day on which something may have been captured. */
interface CapturedDay {
  readonly day: string;
  /** Grows with every change of its entries. */
  readonly revision: number;
  /** The number of webpages with a capture on the day in UTC. */
  readonly webpages: number;
}

/** The newest first. A day of another time zone has parts of two or three days of UTC. */
async function capturedDays(queries: Queries, owner: string, { from, to, timeZone }: DaysRequest) {
  const reach = timeZone === 'UTC' ? 0 : 1;
  const rows = await queries.all(
    `SELECT day, webpages, revision, ${queries.intact('change_days')} AS intact FROM change_days
     WHERE account_id = $1 AND day >= $2 AND day <= $3 AND day <> '${ALL_DAYS}'
     ORDER BY day DESC`,
    [owner, dayAfter(from, -reach), dayAfter(to, reach)],
  );
  const days = new Map<string, CapturedDay>();
  for (const row of rows) {
    for (const day of localDays(String(row.day), timeZone)) {
      const revision = Number(row.revision) + (days.get(day)?.revision ?? 0);
      if (day >= from && day <= to) days.set(day, { day, revision, webpages: Number(row.webpages) });
    }
  }
  return days.values();
}

/** The days of the time zone that have a part of a day of UTC, the newest first. */
function localDays(day: string, timeZone: string): Set<string> {
  return new Set([dayOf(`${day}T23:59:59.999Z`, timeZone), dayOf(`${day}T00:00:00.000Z`, timeZone)]);
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

async function countDay(
  queries: Queries,
  owner: string,
  timeZone: string,
  { day, webpages }: CapturedDay,
): Promise<ChangeDay> {
  const range = rangeOfDay(day, timeZone);
  const rows = await queries.all(DAY_COUNTS, [owner, range.from, range.to]);
  const numberOf = (place: number) => Number(rows.find((row) => Number(row.place) === place)?.webpages ?? 0);
  const [changed, failing, fresh] = [numberOf(1), numberOf(2), numberOf(3)];
  const unchanged =
    timeZone === 'UTC'
      ? Math.max(0, webpages - changed - failing - fresh)
      : await countUnchanged(queries, owner, range, MOST_COUNTED);
  return { day, changed, failing, fresh, unchanged };
}

export async function readCounts(queries: Queries, owner: string, counted: Counted): Promise<ChangeCounts> {
  const row = await queries.get(
    `SELECT revision, ${queries.intact('change_days')} AS intact FROM change_days WHERE account_id = $1 AND day = '${ALL_DAYS}'`,
    [owner],
  );
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
    // A subquery for each row: for a join, PostgreSQL reads all webpages of the archive. Entries of webpages in the
    // trash do not count.
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM changes e WHERE e.account_id = $1 AND ${condition}
         AND (SELECT 1 FROM webpages w WHERE w.id = e.webpage_id AND w.account_id || '' = $1) = 1 LIMIT ${MOST_COUNTED}
     ) AS found`,
    [owner],
  );
  return Number(row?.n ?? 0);
}
