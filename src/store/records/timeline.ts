import type { Day } from '../../domain/gallery.ts';
import type { Timeline } from '../../domain/ports/gallery.ts';
import type { Queries, Row } from '../engine/database.ts';
import { recordOf } from './captures.ts';
import { SCREENSHOT_COLUMNS_READ, SCREENSHOT_SOURCE, screenshotOf } from './screenshots.ts';

/** Sorts after every id. */
const END = '\uffff';

export function timeline(queries: Queries): Timeline {
  const neighbours = (way: '<' | '>', favorites: boolean) => `SELECT ${SCREENSHOT_COLUMNS_READ}
    FROM ${SCREENSHOT_SOURCE} JOIN webpages w ON w.id = t.webpage_id
    WHERE w.account_id = $1 AND t.webpage_id = $2${favorites ? ' AND t.is_favorite = 1' : ''}
      AND (t.created_at, t.id) ${way} ($3, $4)
    ORDER BY t.created_at ${way === '<' ? 'DESC' : 'ASC'}, t.id ${way === '<' ? 'DESC' : 'ASC'} LIMIT $5`;

  return {
    async around(owner, chosen, { reach, favorites }) {
      const parameters = [owner, chosen.webpageId, chosen.createdAt, chosen.id, reach];
      const [older, newer] = await Promise.all([
        queries.all(neighbours('<', favorites), parameters),
        queries.all(neighbours('>', favorites), parameters),
      ]);
      return { older: older.map(screenshotOf), newer: newer.map(screenshotOf) };
    },

    async failures(owner, webpageId, { from, to, limit }) {
      const rows = await queries.all(
        `SELECT c.* FROM captures c JOIN webpages w ON w.id = c.webpage_id
         WHERE w.account_id = $1 AND c.webpage_id = $2 AND c.outcome <> 'shot'
           AND (c.started_at, c.id) >= ($3, '') AND (c.started_at, c.id) <= ($4, '${END}')
         ORDER BY c.started_at DESC, c.id DESC LIMIT $5`,
        [owner, webpageId, from, to, limit],
      );
      return rows.map(recordOf);
    },

    async days(owner, webpageId, month) {
      const range = [owner, webpageId, `${month}-01`, `${month}-32`];
      const captured = await queries.all(
        `SELECT substr(t.created_at, 1, 10) AS day, count(*) AS captures, max(t.created_at || ' ' || t.id) AS latest
         FROM screenshots t JOIN webpages w ON w.id = t.webpage_id
         WHERE w.account_id = $1 AND t.webpage_id = $2 AND t.created_at >= $3 AND t.created_at < $4
         GROUP BY substr(t.created_at, 1, 10)`,
        range,
      );
      const failed = await queries.all(
        `SELECT substr(c.started_at, 1, 10) AS day, count(*) AS failures
         FROM captures c JOIN webpages w ON w.id = c.webpage_id
         WHERE w.account_id = $1 AND c.webpage_id = $2 AND c.outcome <> 'shot'
           AND c.started_at >= $3 AND c.started_at < $4
         GROUP BY substr(c.started_at, 1, 10)`,
        range,
      );
      return [...Map.groupBy([...captured, ...failed], ({ day }) => String(day))].map(dayOf);
    },

    async monthsAround(owner, webpageId, month) {
      // Each is four index lookups, however many captures there are.
      const nearest = (table: string, column: string, way: '<' | '>=') => `(SELECT each.${column} FROM ${table} each
        WHERE each.webpage_id = w.id AND each.${column} ${way} ${way === '<' ? '$3' : '$4'}
        ORDER BY each.${column} ${way === '<' ? 'DESC' : 'ASC'} LIMIT 1)`;
      const row = await queries.get(
        `SELECT ${nearest('screenshots', 'created_at', '<')} AS shot_before,
           ${nearest('captures', 'started_at', '<')} AS tried_before,
           ${nearest('screenshots', 'created_at', '>=')} AS shot_after,
           ${nearest('captures', 'started_at', '>=')} AS tried_after
         FROM webpages w WHERE w.account_id = $1 AND w.id = $2`,
        [owner, webpageId, `${month}-01`, `${month}-32`],
      );
      const months = (...times: (Row[string] | undefined)[]) =>
        times
          .filter((time) => typeof time === 'string')
          .map((time) => time.slice(0, 7))
          .sort();
      return {
        before: months(row?.shot_before, row?.tried_before).at(-1),
        after: months(row?.shot_after, row?.tried_after).at(0),
      };
    },
  };
}

function dayOf([day, rows]: [string, Row[]]): Day {
  const latest = rows.find((row) => row.latest)?.latest;
  return {
    day,
    captures: Number(rows.find((row) => row.captures)?.captures ?? 0),
    failures: Number(rows.find((row) => row.failures)?.failures ?? 0),
    latest: latest === undefined || latest === null ? undefined : String(latest).split(' ')[1],
  };
}
