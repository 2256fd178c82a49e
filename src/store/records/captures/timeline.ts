import { MOST_COUNTED } from '../../../domain/change.ts';
import type { Day } from '../../../domain/gallery.ts';
import type { Timeline } from '../../../domain/ports/gallery.ts';
import type { KeptVerdict } from '../../../domain/screenshot.ts';
import type { TimelineCapture, TimelineFailure } from '../../../domain/timeline.ts';
import type { Queries, Row } from '../../engine/database.ts';
import { SCREENSHOT_COLUMNS_READ, SCREENSHOT_SOURCE, screenshotOf } from './screenshots.ts';

/** Sorts after every id. */
const END = '\uffff';

export function timeline(queries: Queries): Timeline {
  const neighbours = (
    way: '<' | '>',
    favorites: boolean,
  ) => `SELECT ${SCREENSHOT_COLUMNS_READ}, ${queries.intact('screenshots t', 'pictures p')} AS intact
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

    async span(owner, webpageId, { around, favorites }) {
      const middle = around ?? END;
      const [newer, older] = await Promise.all([
        around === undefined
          ? []
          : queries.all(momentsBeside(queries, '>', favorites), [owner, webpageId, middle, MOST_MOMENTS]),
        queries.all(momentsBeside(queries, '<=', favorites), [owner, webpageId, middle, MOST_MOMENTS]),
      ]);
      const captures = [...newer.toReversed(), ...older].map(captureOf);
      const earlier = older.length === MOST_MOMENTS;
      const later = newer.length === MOST_MOMENTS;
      const isWhole = around === undefined && !earlier;
      if (isWhole && older[0] && Number(older[0].total) !== older.length)
        throw queries.damaged(`Captures of the webpage ${webpageId} are missing.`);
      // Beyond the ends of the captures, failures would belong to a neighbouring part.
      const from = earlier ? (captures.at(-1)?.at ?? '') : '';
      const to = later ? (captures[0]?.at ?? END) : END;
      const failures = favorites
        ? []
        : await queries.all(failuresIn(queries), [owner, webpageId, from, to, MOST_MOMENTS]);
      const moments = [...captures, ...failures.map(failureOf)];
      return { moments: moments.sort((one, other) => (one.at < other.at ? 1 : -1)), earlier, later };
    },

    async changeBeside(owner, webpageId, { at, way }) {
      const row = await queries.get(
        `SELECT e.id, ${queries.intact('changes e')} AS intact FROM changes e JOIN webpages w ON w.id = e.webpage_id
         WHERE w.account_id = $1 AND e.webpage_id = $2 AND e.kind = 'changed'
           AND e.happened_at ${way === 'earlier' ? '<' : '>'} $3 AND e.word = 'changed'
         ORDER BY e.happened_at ${way === 'earlier' ? 'DESC' : 'ASC'} LIMIT 1`,
        [owner, webpageId, at],
      );
      return row && String(row.id);
    },

    async nearest(owner, webpageId, at) {
      const rows = await Promise.all(
        (['<=', '>'] as const).map((way) =>
          queries.get(
            `SELECT t.id, t.created_at, ${queries.intact('screenshots t')} AS intact
             FROM screenshots t JOIN webpages w ON w.id = t.webpage_id
             WHERE w.account_id = $1 AND t.webpage_id = $2 AND t.created_at ${way} $3
             ORDER BY t.created_at ${way === '>' ? 'ASC' : 'DESC'}, t.id ${way === '>' ? 'ASC' : 'DESC'} LIMIT 1`,
            [owner, webpageId, at],
          ),
        ),
      );
      const distance = (row: Row) => Math.abs(Date.parse(String(row.created_at)) - Date.parse(at));
      const [first] = rows.filter((row) => row !== undefined).sort((one, other) => distance(one) - distance(other));
      return first && String(first.id);
    },

    async facts(owner, webpageId) {
      const row = await queries.get(
        `SELECT w.title, ${queries.intact('webpages w')} AS intact,
           (SELECT t.created_at FROM screenshots t WHERE t.webpage_id = w.id ORDER BY t.created_at LIMIT 1) AS since,
           (SELECT count(*) FROM (SELECT 1 FROM changes e
             WHERE e.webpage_id = w.id AND e.kind = 'changed' AND e.word = 'changed' LIMIT ${MOST_COUNTED}) AS counted) AS changes
         FROM webpages w WHERE w.account_id = $1 AND w.id = $2`,
        [owner, webpageId],
      );
      const text = (value: Row[string] | undefined) => (typeof value === 'string' ? value : undefined);
      return { title: text(row?.title), since: text(row?.since), changes: Number(row?.changes ?? 0) };
    },

    async days(owner, webpageId, { month, favorites }) {
      const range = [owner, webpageId, `${month}-01`, `${month}-32`];
      const captured = await queries.all(
        `SELECT substr(t.created_at, 1, 10) AS day, count(*) AS captures, max(t.created_at || ' ' || t.id) AS latest,
           max(CASE WHEN e.word = 'changed' THEN e.share ELSE 0 END) AS share
         FROM screenshots t JOIN webpages w ON w.id = t.webpage_id ${CHANGE_OF_CAPTURE}
         WHERE w.account_id = $1 AND t.webpage_id = $2 AND t.created_at >= $3 AND t.created_at < $4
           ${favorites ? 'AND t.is_favorite = 1' : ''}
         GROUP BY substr(t.created_at, 1, 10)`,
        range,
      );
      if (favorites) return captured.map((row) => dayOf([String(row.day), [row]]));
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

    async monthsAround(owner, webpageId, { month, favorites }) {
      // Each is four index lookups, however many captures there are.
      const nearest = (table: string, column: string, way: '<' | '>=', filter = '') => `(SELECT each.${column}
        FROM ${table} each WHERE each.webpage_id = w.id AND each.${column} ${way} ${way === '<' ? '$3' : '$4'}${filter}
        ORDER BY each.${column} ${way === '<' ? 'DESC' : 'ASC'} LIMIT 1)`;
      const starred = favorites ? ' AND each.is_favorite = 1' : '';
      const row = await queries.get(
        `SELECT ${nearest('screenshots', 'created_at', '<', starred)} AS shot_before,
           ${nearest('captures', 'started_at', '<')} AS tried_before,
           ${nearest('screenshots', 'created_at', '>=', starred)} AS shot_after,
           ${nearest('captures', 'started_at', '>=')} AS tried_after
         FROM webpages w WHERE w.account_id = $1 AND w.id = $2`,
        [owner, webpageId, `${month}-01`, `${month}-32`],
      );
      const months = (...times: (Row[string] | undefined)[]) =>
        times
          .filter((time) => typeof time === 'string')
          .map((time) => time.slice(0, 7))
          .sort();
      const tried = (time: Row[string] | undefined) => (favorites ? undefined : time);
      return {
        before: months(row?.shot_before, tried(row?.tried_before)).at(-1),
        after: months(row?.shot_after, tried(row?.tried_after)).at(0),
      };
    },
  };
}

/** The most captures, and the most failures, on one side of a span. They are read in a few milliseconds. */
const MOST_MOMENTS = 1000;

/**
 * The comparison of a capture with the one before. Captures with the same picture as the one before have none. The id
 * would suffice, but for many captures PostgreSQL would then read the changes of all webpages.
 */
const CHANGE_OF_CAPTURE = `LEFT JOIN changes e ON e.id = t.id AND e.webpage_id = t.webpage_id AND e.kind = 'changed'`;

const momentsBeside = (queries: Queries, way: '<=' | '>', favorites: boolean) => `SELECT t.id, t.created_at, t.verdict,
    t.is_favorite, e.word, e.share, w.${favorites ? 'favorite' : 'screenshot'}_count AS total,
    ${queries.intact('screenshots t', 'changes e')} AS intact
  FROM screenshots t JOIN webpages w ON w.id = t.webpage_id ${CHANGE_OF_CAPTURE}
  WHERE w.account_id = $1 AND t.webpage_id = $2${favorites ? ' AND t.is_favorite = 1' : ''} AND t.created_at ${way} $3
  ORDER BY t.created_at ${way === '>' ? 'ASC' : 'DESC'}, t.id ${way === '>' ? 'ASC' : 'DESC'} LIMIT $4`;

const failuresIn = (
  queries: Queries,
) => `SELECT c.id, c.started_at, c.reason, c.detail, ${queries.intact('captures c')} AS intact
  FROM captures c JOIN webpages w ON w.id = c.webpage_id
  WHERE w.account_id = $1 AND c.webpage_id = $2 AND c.outcome <> 'shot' AND c.started_at >= $3 AND c.started_at <= $4
  ORDER BY c.started_at DESC, c.id DESC LIMIT $5`;

function captureOf(row: Row): TimelineCapture {
  const compared = row.word !== null && row.word !== undefined;
  return {
    kind: 'capture',
    id: String(row.id),
    at: String(row.created_at),
    verdict: row.verdict as KeptVerdict,
    isFavorite: row.is_favorite === 1,
    share: compared ? (row.word === 'changed' ? Number(row.share) : 0) : undefined,
  };
}

function failureOf(row: Row): TimelineFailure {
  return {
    kind: 'failure',
    id: String(row.id),
    at: String(row.started_at),
    reason: (row.reason ?? undefined) as TimelineFailure['reason'],
    detail: String(row.detail ?? ''),
  };
}

function dayOf([day, rows]: [string, Row[]]): Day {
  const latest = rows.find((row) => row.latest)?.latest;
  return {
    day,
    captures: Number(rows.find((row) => row.captures)?.captures ?? 0),
    failures: Number(rows.find((row) => row.failures)?.failures ?? 0),
    share: Number(rows.find((row) => row.share)?.share ?? 0),
    latest: latest === undefined || latest === null ? undefined : String(latest).split(' ')[1],
  };
}
