import type { PasswordResets } from '../../../domain/ports/mails.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Database, Queries } from '../../engine/database.ts';

/** A mail that arrives late must not be useless because a second one was requested. */
const KEPT = 3;

export function passwordResets(queries: Queries, write: Database['transaction']): PasswordResets {
  const find = (from: Queries, hash: string, now: Date) =>
    from.get(
      `SELECT account_id, ${from.intact('password_resets')} AS intact FROM password_resets
       WHERE hash = $1 AND expires_at > $2`,
      [hash, now.toISOString()],
    );

  return {
    add: (owner, hash, expiresAt) =>
      write(async (tx) => {
        await tx.run('INSERT INTO password_resets (hash, account_id, expires_at) VALUES ($1, $2, $3)', [
          hash,
          owner,
          expiresAt.toISOString(),
        ]);
        await tx.run(
          `DELETE FROM password_resets WHERE account_id = $1 AND hash NOT IN
             (SELECT hash FROM password_resets WHERE account_id = $1 ORDER BY expires_at DESC LIMIT ${KEPT})`,
          [owner],
        );
      }),

    async find(hash, now) {
      const row = await find(queries, hash, now);
      return row && String(row.account_id);
    },

    take: (hash, now) =>
      write(async (tx) => {
        const row = await find(tx, hash, now);
        // Of two requests at the same time, one deletes the link.
        const taken = row ? await tx.run('DELETE FROM password_resets WHERE hash = $1', [hash]) : 0;
        if (!row || taken === 0) {
          throw new Problem('not-found', 'This link was already used or has expired. Request a new one.');
        }
        const owner = String(row.account_id);
        await tx.run('DELETE FROM password_resets WHERE account_id = $1', [owner]);
        return owner;
      }),

    async forget(before) {
      await queries.run('DELETE FROM password_resets WHERE expires_at < $1', [before.toISOString()]);
    },
  };
}
