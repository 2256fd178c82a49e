import { REPLY_HOURS, type Replies } from '../../domain/ports/replies.ts';
import { Problem } from '../../domain/problem.ts';
import type { Database, Queries } from '../engine/database.ts';

const HOUR_MS = 3_600_000;

/** Keys of one account; the oldest are forgotten first. */
const MOST_KEYS = 10_000;

export function replies(queries: Queries, write: Database['transaction']): Replies {
  return {
    reserve: (owner, { key, fingerprint, now }) =>
      write(async (tx) => {
        const expired = new Date(now.getTime() - REPLY_HOURS * HOUR_MS).toISOString();
        await tx.run('DELETE FROM replies WHERE account_id = $1 AND key = $2 AND created_at < $3', [
          owner,
          key,
          expired,
        ]);
        // While another transaction holds the same key, this statement waits for its end.
        const inserted = await tx.run(
          `INSERT INTO replies (account_id, key, fingerprint, status, body, created_at) VALUES ($1, $2, $3, 0, '', $4)
           ON CONFLICT (account_id, key) DO NOTHING`,
          [owner, key, fingerprint, now.toISOString()],
        );
        if (inserted > 0) return undefined;
        const row = await tx.get(
          `SELECT fingerprint, status, location, body, ${tx.intact('replies')} AS intact FROM replies
           WHERE account_id = $1 AND key = $2`,
          [owner, key],
        );
        if (row?.fingerprint !== fingerprint) {
          throw new Problem(
            'unprocessable',
            'The Idempotency-Key was used for another request. Use a new key for each request.',
          );
        }
        return {
          status: Number(row.status),
          location: row.location === null ? undefined : String(row.location),
          body: String(row.body),
        };
      }),

    keep: (owner, key, { status, location, body }) =>
      write(async (tx) => {
        await tx.run('UPDATE replies SET status = $3, location = $4, body = $5 WHERE account_id = $1 AND key = $2', [
          owner,
          key,
          status,
          location ?? null,
          body,
        ]);
        await tx.run(
          `DELETE FROM replies WHERE account_id = $1 AND key IN (SELECT key FROM replies WHERE account_id = $1
             ORDER BY created_at DESC, key LIMIT 100 OFFSET ${MOST_KEYS})`,
          [owner],
        );
      }),

    async forget(before, limit) {
      const due = await queries.all('SELECT account_id, key FROM replies WHERE created_at < $1 LIMIT $2', [
        before.toISOString(),
        limit,
      ]);
      if (due.length === 0) return false;
      await write(async (tx) => {
        for (const { account_id: owner, key } of due) {
          await tx.run('DELETE FROM replies WHERE account_id = $1 AND key = $2 AND created_at < $3', [
            String(owner),
            String(key),
            before.toISOString(),
          ]);
        }
      });
      return due.length === limit;
    },
  };
}
