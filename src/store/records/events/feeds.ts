import { type Feed, MOST_FEEDS } from '../../../domain/feed.ts';
import type { Feeds } from '../../../domain/ports/feeds.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { lockAccount } from '../accounts/accounts.ts';
import type { Note } from '../accounts/audit.ts';

export function feeds(queries: Queries, write: Database['transaction'], note: Note): Feeds {
  return {
    add: (owner, { id, name, scope, createdAt }, hash) =>
      write(async (tx) => {
        await lockAccount(tx, owner);
        const row = await tx.get('SELECT count(*) AS feeds FROM feeds WHERE account_id = $1', [owner]);
        if (Number(row?.feeds) >= MOST_FEEDS) {
          throw new Problem('unprocessable', `An account has at most ${MOST_FEEDS} feeds: revoke one first.`);
        }
        await tx.run(
          'INSERT INTO feeds (id, account_id, name, scope, hash, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
          [id, owner, name, JSON.stringify(scope), hash, createdAt],
        );
        await note(tx, { action: 'feed-created', owner, subject: name, subjectId: id });
      }),

    async list(owner) {
      const rows = await queries.all(
        `SELECT *, ${queries.intact('feeds')} AS intact FROM feeds WHERE account_id = $1 ORDER BY created_at, id`,
        [owner],
      );
      return rows.map(feedOf);
    },

    revoke: (owner, id) =>
      write(async (tx) => {
        const gone = await tx.get('DELETE FROM feeds WHERE account_id = $1 AND id = $2 RETURNING name', [owner, id]);
        if (!gone) throw notFound('feed');
        await note(tx, { action: 'feed-revoked', owner, subject: String(gone.name), subjectId: id });
      }),

    async findByHash(hash) {
      const row = await queries.get(`SELECT *, ${queries.intact('feeds')} AS intact FROM feeds WHERE hash = $1`, [
        hash,
      ]);
      return row && feedOf(row);
    },

    async touch(owner, id, readAt) {
      await queries.run('UPDATE feeds SET last_read_at = $3 WHERE account_id = $1 AND id = $2', [owner, id, readAt]);
    },
  };
}

function feedOf(row: Row): Feed {
  return {
    id: String(row.id),
    owner: String(row.account_id),
    name: String(row.name),
    scope: JSON.parse(String(row.scope)),
    createdAt: String(row.created_at),
    lastReadAt: row.last_read_at === null ? undefined : String(row.last_read_at),
  };
}
