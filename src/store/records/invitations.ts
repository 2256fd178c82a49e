import type { Invitations } from '../../domain/ports/sessions.ts';
import { Problem } from '../../domain/problem.ts';
import type { Invitation } from '../../domain/session.ts';
import type { Queries, Row } from '../engine/database.ts';

const COLUMNS = 'id, account_id, created_at, expires_at';

export function invitations(queries: Queries): Invitations {
  return {
    async add(invitation, hash) {
      await queries.run(
        'INSERT INTO invitations (id, account_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
        [invitation.id, invitation.inviter ?? null, hash, invitation.createdAt, invitation.expiresAt],
      );
    },

    async list(inviter, now) {
      const rows = await queries.all(
        `SELECT ${COLUMNS} FROM invitations WHERE account_id = $1 AND expires_at > $2 ORDER BY created_at, id`,
        [inviter, now.toISOString()],
      );
      return rows.map(invitationOf);
    },

    async find(hash, now) {
      const row = await queries.get(`SELECT ${COLUMNS} FROM invitations WHERE hash = $1 AND expires_at > $2`, [
        hash,
        now.toISOString(),
      ]);
      return row && invitationOf(row);
    },

    async take(hash, now) {
      const row = await queries.get(
        `DELETE FROM invitations WHERE hash = $1 AND expires_at > $2 RETURNING ${COLUMNS}`,
        [hash, now.toISOString()],
      );
      if (!row) throw new Problem('not-found', 'This link was already used, was withdrawn, or has expired.');
      return invitationOf(row);
    },

    async withdraw(inviter, id) {
      const gone = await queries.run('DELETE FROM invitations WHERE account_id = $1 AND id = $2', [inviter, id]);
      if (gone === 0) throw new Problem('not-found', 'There is no such invitation.');
    },

    async withdrawSetUp() {
      await queries.run('DELETE FROM invitations WHERE account_id IS NULL');
    },
  };
}

function invitationOf(row: Row): Invitation {
  return {
    id: String(row.id),
    inviter: row.account_id === null ? undefined : String(row.account_id),
    createdAt: String(row.created_at),
    expiresAt: String(row.expires_at),
  };
}
