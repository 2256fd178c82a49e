import type { CaptureKnowledge } from '../../../domain/capture-schedule.ts';
import type { ChangeSummary } from '../../../domain/change.ts';
import type { ArchiveEvent, EventKind } from '../../../domain/event.ts';
import type { Events } from '../../../domain/ports/events.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import type { Database, Queries, Row, Value } from '../../engine/database.ts';
import { SCREENSHOT_COLUMNS_READ, screenshotOf } from '../captures/screenshots.ts';
import { summaryOf } from '../changes/change-entries.ts';
import { optionalText } from '../optional-text.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from '../webpages/webpages.ts';
import { emit } from './outbox.ts';

export function events(queries: Queries, write: Database['transaction']): Events {
  async function read(owner: string, condition: string, parameters: readonly Value[]): Promise<ArchiveEvent[]> {
    const rows = await queries.all(
      `SELECT e.number, e.kind, e.at, e.webpage_id, e.screenshot_id, e.share, e.details, ${WEBPAGE_COLUMNS_READ}, t.title,
         ${queries.intact('events e', 'webpages t')} AS intact
       FROM events e LEFT JOIN webpages t ON t.id = e.webpage_id AND t.account_id || '' = $1
       WHERE e.account_id = $1 AND ${condition}`,
      [owner, ...parameters],
    );
    const captures = await capturesOf(queries, rows);
    return rows.map((row) => eventOf(owner, row, captures));
  }

  return {
    add: (owner, event) => write(async (tx) => emit(tx, owner, event)),

    // The limit is not a parameter: PostgreSQL would expect a tenth of the table.
    after: (owner, number, limit) =>
      read(owner, `e.number > $2 ORDER BY e.number LIMIT ${Math.floor(limit)}`, [number]),
    find: async (owner, number) => (await read(owner, 'e.number = $2', [number]))[0],

    async last(owner) {
      const row = await queries.get('SELECT last_event FROM account_use WHERE account_id = $1', [owner]);
      return Number(row?.last_event ?? 0);
    },

    async first(owner) {
      const row = await queries.get('SELECT min(number) AS number FROM events WHERE account_id = $1', [owner]);
      return row?.number == null ? undefined : Number(row.number);
    },

    async forget(before, limit) {
      // A weekly digest may wait longer than events are kept.
      const old = await queries.all(
        `SELECT e.account_id, e.number FROM events e WHERE e.at < $1 AND NOT EXISTS
           (SELECT 1 FROM mail_events m WHERE m.account_id = e.account_id AND m.number = e.number)
         ORDER BY e.at LIMIT $2`,
        [before.toISOString(), limit],
      );
      // Read first: an empty write transaction would invalidate the caches of every process.
      if (old.length === 0) return false;
      await write(async (tx) => {
        for (const { account_id: owner, number } of old) {
          await tx.run('DELETE FROM events WHERE account_id = $1 AND number = $2', [String(owner), Number(number)]);
        }
      });
      return old.length === limit;
    },
  };
}

interface Capture {
  readonly screenshot: Screenshot;
  readonly known: CaptureKnowledge;
  readonly summary: ChangeSummary | undefined;
}

/** The captures of webpages that are not deleted. */
async function capturesOf(queries: Queries, rows: readonly Row[]): Promise<Map<string, Capture>> {
  const ids = rows.flatMap(({ id, screenshot_id: screenshotId }) =>
    id === null || screenshotId == null ? [] : [String(screenshotId)],
  );
  if (ids.length === 0) return new Map();
  const places = ids.map((_, index) => `$${index + 1}`).join(', ');
  const found = await queries.all(
    `SELECT ${SCREENSHOT_COLUMNS_READ}, c.title, c.final_url, c.http_status, e.before_id, e.share, e.summary,
       ${queries.intact('screenshots t', 'pictures p', 'captures c', 'changes e')} AS intact
     FROM screenshots t JOIN pictures p ON p.id = t.picture_id
     LEFT JOIN captures c ON c.screenshot_id = t.id
     LEFT JOIN changes e ON e.id = t.id AND e.kind = 'changed' AND e.word IS NOT NULL
     WHERE t.id IN (${places})`,
    ids,
  );
  return new Map(found.map((row) => [String(row.id), captureOf(row)]));
}

function captureOf(row: Row): Capture {
  const summary = row.summary === null ? undefined : summaryOf(row);
  return {
    screenshot: screenshotOf(row),
    known: {
      title: optionalText(row.title),
      finalUrl: optionalText(row.final_url),
      httpStatus: row.http_status === null ? undefined : Number(row.http_status),
      comparison:
        row.before_id === null
          ? undefined
          : { beforeId: String(row.before_id), share: Number(row.share), words: summary?.words },
    },
    summary,
  };
}

function eventOf(owner: string, row: Row, captures: ReadonlyMap<string, Capture>): ArchiveEvent {
  const capture = captures.get(String(row.screenshot_id));
  return {
    owner,
    number: Number(row.number),
    kind: row.kind as EventKind,
    at: String(row.at),
    webpageId: String(row.webpage_id),
    webpage: row.id === null ? undefined : webpageOf(row),
    title: optionalText(row.title),
    screenshotId: optionalText(row.screenshot_id),
    screenshot: capture?.screenshot,
    known: capture?.known,
    share: row.share === null ? undefined : Number(row.share),
    summary: capture?.summary,
    details: row.details === null ? undefined : JSON.parse(String(row.details)),
  };
}
