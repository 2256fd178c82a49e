import type { TwoStep } from '../../../domain/ports/two-step.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Database, Queries } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import type { Note } from './audit.ts';

export function twoStep(queries: Queries, write: Database['transaction'], note: Note): TwoStep {
  return {
    async find(owner) {
      const row = await queries.get(
        `SELECT t.secret, t.confirmed_at, ${queries.intact('two_step t')} AS intact, (SELECT count(*) FROM recovery_codes c WHERE c.account_id = t.account_id) AS codes
         FROM two_step t WHERE t.account_id = $1`,
        [owner],
      );
      return (
        row && {
          secret: String(row.secret),
          enabledAt: String(row.confirmed_at),
          recoveryCodesLeft: Number(row.codes),
        }
      );
    },

    enable: (owner, { secret, step, codeHashes }, now) =>
      write(async (tx) => {
        const made = await tx.run(
          `INSERT INTO two_step (account_id, secret, confirmed_at, last_step) VALUES ($1, $2, $3, $4)
           ON CONFLICT (account_id) DO NOTHING`,
          [owner, secret, now.toISOString(), step],
        );
        if (made === 0) throw new Problem('conflict', 'Two-step sign-in is already on.');
        await replaceCodes(tx, owner, codeHashes);
        await note(tx, { action: 'two-step-enabled', owner });
      }),

    disable: (owner) =>
      write(async (tx) => {
        const gone = await tx.run('DELETE FROM two_step WHERE account_id = $1', [owner]);
        if (gone === 0) throw new Problem('not-found', 'Two-step sign-in is not on.');
        await replaceCodes(tx, owner, []);
        await note(tx, { action: 'two-step-disabled', owner });
      }),

    async useStep(owner, step) {
      const sql = 'UPDATE two_step SET last_step = $2 WHERE account_id = $1 AND last_step < $2';
      return (await queries.run(sql, [owner, step])) > 0;
    },

    async useRecoveryCode(owner, hash) {
      const sql = 'DELETE FROM recovery_codes WHERE account_id = $1 AND hash = $2';
      return (await queries.run(sql, [owner, hash])) > 0;
    },

    replaceRecoveryCodes: (owner, hashes) =>
      write(async (tx) => {
        await replaceCodes(tx, owner, hashes);
        await note(tx, { action: 'recovery-codes-replaced', owner });
      }),

    async secrets(after, limit) {
      const rows = await queries.all(
        `SELECT t.account_id, a.email, t.secret, ${queries.intact('two_step t', 'accounts a')} AS intact FROM two_step t JOIN accounts a ON a.id = t.account_id
         WHERE t.account_id > $1 ORDER BY t.account_id LIMIT $2`,
        [after, limit],
      );
      return rows.map((row) => ({
        owner: String(row.account_id),
        email: String(row.email),
        secret: String(row.secret),
      }));
    },
  };
}

async function replaceCodes(tx: Queries, owner: string, hashes: readonly string[]): Promise<void> {
  await tx.run('DELETE FROM recovery_codes WHERE account_id = $1', [owner]);
  if (hashes.length === 0) return;
  await insertMany(
    tx,
    'recovery_codes',
    ['account_id', 'hash'],
    hashes.map((hash) => [owner, hash]),
  );
}
