import type { AccountRole } from '../../../domain/person.ts';
import type { Sessions } from '../../../domain/ports/sessions.ts';
import { notFound } from '../../../domain/problem.ts';
import type { SessionRecord } from '../../../domain/session.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { maintenanceMessage, readMaintenance } from '../maintenance.ts';
import { quotaOf, STANDING_COLUMNS, STANDING_JOIN, useOf } from './account-use.ts';
import { lockAccount } from './accounts.ts';
import type { Note } from './audit.ts';

export function sessions(queries: Queries, write: Database['transaction'], note: Note): Sessions {
  return {
    async enter(hash, since) {
      // One statement reads the member and the maintenance message, because every request needs both.
      const row =
        hash &&
        (await queries.get(
          `SELECT s.id AS session_id, s.last_seen_at, a.id AS owner, a.email, a.webpage_count, a.revision,
             ${STANDING_COLUMNS}, ${queries.intact('sessions s', 'accounts a', 'account_use u')} AS intact,
             ${maintenanceMessage(queries)} AS maintenance,
             EXISTS (SELECT 1 FROM two_step t WHERE t.account_id = a.id) AS two_step
           FROM sessions s JOIN accounts a ON a.id = s.account_id ${STANDING_JOIN} WHERE s.hash = $1 AND s.last_seen_at >= $2`,
          [hash, since.toISOString()],
        ));
      if (!row) return { maintenance: await readMaintenance(queries), member: undefined };
      return {
        maintenance: row.maintenance === null ? undefined : String(row.maintenance),
        member: {
          owner: String(row.owner),
          email: String(row.email),
          sessionId: String(row.session_id),
          twoStep: Boolean(row.two_step),
          lastSeenAt: String(row.last_seen_at),
          webpages: { count: Number(row.webpage_count), revision: Number(row.revision) },
          role: row.role as AccountRole,
          quota: quotaOf(row),
          use: useOf(row),
        },
      };
    },

    add: (owner, session, hash) =>
      write(async (tx) => {
        await lockAccount(tx, owner);
        await tx.run(
          `INSERT INTO sessions (id, account_id, hash, created_at, last_seen_at, user_agent, address)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [session.id, owner, hash, session.createdAt, session.lastSeenAt, session.userAgent, session.address],
        );
        await note(tx, { action: 'signed-in', owner });
      }),

    async touch(owner, id, seenAt) {
      await queries.run('UPDATE sessions SET last_seen_at = $3 WHERE account_id = $1 AND id = $2', [owner, id, seenAt]);
    },

    async list(owner, since) {
      const rows = await queries.all(
        `SELECT id, created_at, last_seen_at, user_agent, address, ${queries.intact('sessions')} AS intact FROM sessions
         WHERE account_id = $1 AND last_seen_at >= $2 ORDER BY last_seen_at DESC, id DESC`,
        [owner, since.toISOString()],
      );
      return rows.map(sessionOf);
    },

    end: (owner, id) =>
      write(async (tx) => {
        const gone = await tx.run('DELETE FROM sessions WHERE account_id = $1 AND id = $2', [owner, id]);
        if (gone === 0) throw notFound('session');
        await note(tx, { action: 'session-ended', owner });
      }),

    endOthers: (owner, id) =>
      write(async (tx) => {
        const gone = await tx.run('DELETE FROM sessions WHERE account_id = $1 AND id <> $2', [owner, id]);
        if (gone > 0) await note(tx, { action: 'sessions-ended', owner });
      }),

    endAll: (owner) =>
      write(async (tx) => {
        const gone = await tx.run('DELETE FROM sessions WHERE account_id = $1', [owner]);
        if (gone > 0) await note(tx, { action: 'sessions-ended', owner });
      }),

    async forget(before) {
      await queries.run('DELETE FROM sessions WHERE last_seen_at < $1', [before.toISOString()]);
    },
  };
}

function sessionOf(row: Row): SessionRecord {
  return {
    id: String(row.id),
    createdAt: String(row.created_at),
    lastSeenAt: String(row.last_seen_at),
    userAgent: String(row.user_agent),
    address: String(row.address),
  };
}
