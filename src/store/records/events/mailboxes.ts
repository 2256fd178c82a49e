import type { EventKind } from '../../../domain/event.ts';
import {
  AS_ACCOUNT,
  type Mailbox,
  type MailSettings,
  type MailWay,
  type WebpageMail,
} from '../../../domain/mailbox.ts';
import type { Mailboxes, UnseenEvent } from '../../../domain/ports/mailboxes.ts';
import { notFound } from '../../../domain/problem.ts';
import type { Database, Queries, Row, Value } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from '../webpages/webpages.ts';
import { insertMail } from './mails.ts';

/** The most events of an account that are looked at in one step. */
const EVENTS_A_STEP = 500;

const LAST_EVENT = 'SELECT u.last_event FROM account_use u WHERE u.account_id = m.account_id';

export function mailboxes(queries: Queries, write: Database['transaction']): Mailboxes {
  return {
    async find(owner) {
      const row = await queries.get(
        `SELECT *, ${queries.intact('mailboxes')} AS intact FROM mailboxes WHERE account_id = $1`,
        [owner],
      );
      return row && mailboxOf(row);
    },

    save: (owner, settings, digestAt) =>
      write(async (tx) => {
        await addMailbox(tx, owner, settings);
        const { changes, failures, period, weekday, hour, timeZone } = settings;
        await tx.run(
          `UPDATE mailboxes SET changes = $2, failures = $3, period = $4, weekday = $5, hour = $6, time_zone = $7,
             stopped_at = NULL, stopped_because = NULL
           WHERE account_id = $1`,
          [owner, changes, failures, period, weekday, hour, timeZone],
        );
        await tx.run(
          "UPDATE mail_events SET due_at = $2 WHERE account_id = $1 AND channel = 'digest' AND mail_id IS NULL",
          [owner, digestAt.toISOString()],
        );
        await activate(tx, owner);
      }),

    async ofWebpage(owner, webpageId) {
      const row = await queries.get(
        `SELECT choice, ${queries.intact('webpage_mail')} AS intact FROM webpage_mail
         WHERE account_id = $1 AND webpage_id = $2`,
        [owner, webpageId],
      );
      return choiceOf(row?.choice);
    },

    saveOfWebpage: (owner, webpageId, choice) =>
      write(async (tx) => {
        // A webpage in the trash may be restored.
        const webpage = await tx.get(
          `SELECT 1 AS found FROM webpages WHERE id = $2 AND (account_id = $1 OR trash_account_id = $1)${tx.staying}`,
          [owner, webpageId],
        );
        if (!webpage) throw notFound('webpage');
        await tx.run('DELETE FROM webpage_mail WHERE webpage_id = $1', [webpageId]);
        if (choice.changes !== undefined || choice.failures !== undefined) {
          const values = [webpageId, owner, JSON.stringify(choice)];
          await insertMany(tx, 'webpage_mail', ['webpage_id', 'account_id', 'choice'], [values]);
        }
        await addMailbox(tx, owner, undefined);
        await activate(tx, owner);
      }),

    async differing(owner, limit) {
      const rows = await queries.all(
        `SELECT ${WEBPAGE_COLUMNS_READ}, t.title, c.choice, ${queries.intact('webpages t', 'webpage_mail c')} AS intact
         FROM webpage_mail c JOIN webpages t ON t.id = c.webpage_id AND t.account_id = $1
         WHERE c.account_id = $1 ORDER BY t.name, t.id LIMIT $2`,
        [owner, limit],
      );
      return rows.map((row) => ({
        webpage: webpageOf(row),
        title: row.title == null ? undefined : String(row.title),
        choice: choiceOf(row.choice),
      }));
    },

    stop: (owner, now) =>
      write(async (tx) => {
        await tx.run(
          `UPDATE mailboxes SET is_active = 0, stopped_at = $2, stopped_because = NULL
           WHERE account_id = $1 AND stopped_at IS NULL`,
          [owner, now.toISOString()],
        );
        await tx.run(
          "DELETE FROM mails WHERE account_id = $1 AND kind IN ('changes', 'digest') AND state = 'waiting'",
          [owner],
        );
        await tx.run('DELETE FROM mail_events WHERE account_id = $1', [owner]);
      }),

    async behind(limit) {
      const rows = await queries.all(
        `SELECT m.account_id FROM mailboxes m WHERE m.is_active = 1 AND m.position < (${LAST_EVENT}) LIMIT $1`,
        [limit],
      );
      return rows.map((row) => String(row.account_id));
    },

    async unseen(owner) {
      const row = await queries.get(
        `SELECT m.*, (${LAST_EVENT}) AS last_event, ${queries.intact('mailboxes m')} AS intact FROM mailboxes m
         WHERE m.account_id = $1 AND m.is_active = 1`,
        [owner],
      );
      if (!row) return undefined;
      const position = Number(row.position);
      const events = await unseenEvents(queries, owner, position);
      const last = events.at(-1)?.number ?? 0;
      // The last event was read first: one that follows meanwhile is not skipped.
      const to = events.length < EVENTS_A_STEP ? Math.max(last, Number(row.last_event)) : last;
      return { settings: mailboxOf(row), position, to, events };
    },

    queue: (owner, { from, to, events }) =>
      write(async (tx) => {
        const moved = await tx.run(
          'UPDATE mailboxes SET position = $3 WHERE account_id = $1 AND position = $2 AND is_active = 1',
          [owner, from, to],
        );
        if (moved === 0) return;
        await insertMany(
          tx,
          'mail_events',
          ['account_id', 'number', 'kind', 'at', 'webpage_id', 'channel', 'due_at'],
          events.map(({ number, kind, at, webpageId, channel, dueAt }) => [
            owner,
            number,
            kind,
            at,
            webpageId,
            channel,
            dueAt,
          ]),
        );
      }),

    async due(now, limit) {
      const rows = await queries.all(
        `SELECT DISTINCT e.account_id, e.channel FROM mail_events e JOIN mailboxes m ON m.account_id = e.account_id
         WHERE e.mail_id IS NULL AND e.due_at <= $1 AND m.is_active = 1 AND (e.channel = 'digest' OR m.next_at <= $1)
         LIMIT $2`,
        [now.toISOString(), limit],
      );
      return rows.map((row) => ({
        owner: String(row.account_id),
        channel: row.channel === 'digest' ? 'digest' : 'at-once',
      }));
    },

    gather: (owner, channel, { id, now, nextAt }) =>
      write(async (tx) => {
        const at = now.toISOString();
        const atOnce = channel === 'at-once';
        // Locks the row, so that two processes do not both find the events.
        const free = await tx.run(
          `UPDATE mailboxes SET next_at = CASE WHEN $4 = 1 THEN $3 ELSE next_at END
           WHERE account_id = $1 AND is_active = 1 AND ($4 = 0 OR next_at <= $2)`,
          [owner, at, nextAt.toISOString(), atOnce ? 1 : 0],
        );
        if (free === 0) return;
        const waiting = 'account_id = $1 AND channel = $2 AND mail_id IS NULL';
        const due = await tx.get(`SELECT 1 AS found FROM mail_events WHERE ${waiting} AND due_at <= $3 LIMIT 1`, [
          owner,
          channel,
          at,
        ]);
        if (!due) return;
        await insertMail(tx, { id, owner, kind: atOnce ? 'changes' : 'digest' }, now);
        // A mail at once also takes what came a moment ago.
        await tx.run(`UPDATE mail_events SET mail_id = $3 WHERE ${waiting} AND ($4 = 1 OR due_at <= $5)`, [
          owner,
          channel,
          id,
          atOnce ? 1 : 0,
          at,
        ]);
      }),

    async eventsOf(owner, mailId, limit) {
      const rows = await queries.all(
        `SELECT e.number, e.kind, e.at, e.webpage_id, e.share, c.choice, ${queries.intact('events e')} AS intact
         FROM mail_events w JOIN events e ON e.account_id = w.account_id AND e.number = w.number
         LEFT JOIN webpage_mail c ON c.webpage_id = w.webpage_id AND c.account_id = w.account_id
         WHERE w.mail_id = $2 AND w.account_id = $1 ORDER BY w.number DESC LIMIT $3`,
        [owner, mailId, limit],
      );
      return rows.map((row) => ({ ...unseenOf(row), share: row.share === null ? undefined : Number(row.share) }));
    },
  };
}

/** Adds a mailbox that gets no mail yet, unless the account has one. */
async function addMailbox(tx: Queries, owner: string, settings: MailSettings | undefined): Promise<void> {
  const { timeZone = 'UTC' } = settings ?? {};
  await tx.run(
    `INSERT INTO mailboxes (account_id, changes, failures, period, weekday, hour, time_zone, is_active, position, next_at)
     VALUES ($1, 'off', 'off', 'daily', 0, 7, $2, 0, 0, '') ON CONFLICT (account_id) DO NOTHING`,
    [owner, timeZone],
  );
}

/** Follows the events from now on if something is wanted. */
async function activate(tx: Queries, owner: string): Promise<void> {
  await tx.run(
    `UPDATE mailboxes SET position = coalesce((SELECT u.last_event FROM account_use u WHERE u.account_id = $1), 0)
     WHERE account_id = $1 AND is_active = 0`,
    [owner],
  );
  await tx.run(
    `UPDATE mailboxes SET is_active = CASE WHEN stopped_at IS NULL AND (changes <> 'off' OR failures <> 'off'
       OR EXISTS (SELECT 1 FROM webpage_mail c WHERE c.account_id = $1)) THEN 1 ELSE 0 END
     WHERE account_id = $1`,
    [owner],
  );
  await tx.run(
    `DELETE FROM mail_events WHERE account_id = $1 AND mail_id IS NULL
       AND EXISTS (SELECT 1 FROM mailboxes m WHERE m.account_id = $1 AND m.is_active = 0)`,
    [owner],
  );
}

async function unseenEvents(queries: Queries, owner: string, position: number): Promise<UnseenEvent[]> {
  const rows = await queries.all(
    `SELECT e.number, e.kind, e.at, e.webpage_id, c.choice, ${queries.intact('events e')} AS intact
     FROM events e LEFT JOIN webpage_mail c ON c.webpage_id = e.webpage_id AND c.account_id = e.account_id
     WHERE e.account_id = $1 AND e.number > $2 ORDER BY e.number LIMIT ${EVENTS_A_STEP}`,
    [owner, position],
  );
  return rows.map(unseenOf);
}

function unseenOf(row: Row): UnseenEvent {
  return {
    number: Number(row.number),
    kind: row.kind as EventKind,
    at: String(row.at),
    webpageId: String(row.webpage_id),
    choice: choiceOf(row.choice),
  };
}

function choiceOf(value: Value | undefined): WebpageMail {
  return value === null || value === undefined ? AS_ACCOUNT : { ...AS_ACCOUNT, ...JSON.parse(String(value)) };
}

function mailboxOf(row: Row): Mailbox {
  const because = row.stopped_because;
  return {
    changes: row.changes as MailWay,
    failures: row.failures as MailWay,
    period: row.period === 'weekly' ? 'weekly' : 'daily',
    weekday: Number(row.weekday),
    hour: Number(row.hour),
    timeZone: String(row.time_zone),
    stopped:
      row.stopped_at == null
        ? undefined
        : { at: String(row.stopped_at), because: because == null ? undefined : String(because) },
  };
}
