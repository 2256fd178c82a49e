import type { Invitations } from '../../../domain/ports/sessions.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import { type Invitation, MOST_INVITATIONS } from '../../../domain/session.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { lockAccount } from './accounts.ts';
import type { Note } from './audit.ts';

const COLUMNS = 'id, account_id, created_at, expires_at, email';

export function invitations(queries: Queries, write: Database['transaction'], note: Note): Invitations {
  return {
    add: (invitation, hash) =>
      write(async (tx) => {
        const { id, inviter, createdAt, expiresAt, email } = invitation;
        if (inviter !== undefined) await checkInviter(tx, inviter, createdAt);
        await tx.run(
          `INSERT INTO invitations (id, account_id, hash, created_at, expires_at, email)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [id, inviter ?? null, hash, createdAt, expiresAt, email ?? null],
        );
        await note(tx, { action: 'invitation-created', owner: inviter, subjectId: id });
      }),

    async list(inviter, now) {
      const rows = await queries.all(
        `SELECT ${COLUMNS}, ${queries.intact('invitations')} AS intact FROM invitations WHERE account_id = $1 AND expires_at > $2 ORDER BY created_at, id`,
        [inviter, now.toISOString()],
      );
      return rows.map(invitationOf);
    },

    async find(hash, now) {
      const row = await queries.get(
        `SELECT ${COLUMNS}, ${queries.intact('invitations')} AS intact FROM invitations WHERE hash = $1 AND expires_at > $2`,
        [hash, now.toISOString()],
      );
      return row && invitationOf(row);
    },

    take: (hash, now) =>
      write(async (tx) => {
        const row = await tx.get(`DELETE FROM invitations WHERE hash = $1 AND expires_at > $2 RETURNING ${COLUMNS}`, [
          hash,
          now.toISOString(),
        ]);
        if (!row)
          throw new Problem(
            'not-found',
            'This link was already used, was revoked, or has expired. Ask for a new invitation.',
          );
        const invitation = invitationOf(row);
        await note(tx, { action: 'invitation-accepted', owner: invitation.inviter, subjectId: invitation.id });
        return invitation;
      }),

    withdraw: (inviter, id) =>
      write(async (tx) => {
        const gone = await tx.run('DELETE FROM invitations WHERE account_id = $1 AND id = $2', [inviter, id]);
        if (gone === 0) throw notFound('invitation');
        await tx.run("DELETE FROM mails WHERE subject_id = $1 AND state = 'waiting'", [id]);
        await note(tx, { action: 'invitation-revoked', owner: inviter, subjectId: id });
      }),

    async withdrawSetUp() {
      await queries.run('DELETE FROM invitations WHERE account_id IS NULL');
    },
  };
}

/** Throws Problem('unprocessable') if too many invitations of the account wait to be accepted. */
async function checkInviter(tx: Queries, inviter: string, now: string): Promise<void> {
  await lockAccount(tx, inviter);
  const row = await tx.get('SELECT count(*) AS open FROM invitations WHERE account_id = $1 AND expires_at > $2', [
    inviter,
    now,
  ]);
  if (Number(row?.open) < MOST_INVITATIONS) return;
  const most = `An account has at most ${MOST_INVITATIONS} open invitations`;
  throw new Problem('unprocessable', `${most}: revoke one, or wait until it is accepted.`);
}

export function invitationOf(row: Row): Invitation {
  return {
    id: String(row.id),
    inviter: row.account_id === null ? undefined : String(row.account_id),
    createdAt: String(row.created_at),
    expiresAt: String(row.expires_at),
    email: row.email === null ? undefined : String(row.email),
  };
}
