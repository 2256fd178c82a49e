import type { AccountRole, Person } from '../../../domain/person.ts';
import type { People } from '../../../domain/ports/people.ts';
import { notFound } from '../../../domain/problem.ts';
import { describeQuota } from '../../../domain/quota.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { readSetting, writeSetting } from '../settings.ts';
import { quotaOf, STANDING_COLUMNS, STANDING_JOIN, useOf, withinQuota } from './account-use.ts';
import { accountOf, isOnlyAdministrator, noSuchAccount, onlyAdministrator } from './accounts.ts';
import type { Note } from './audit.ts';
import { invitationOf } from './invitations.ts';

const peopleIn = (queries: Queries) => `SELECT a.id, a.email, a.created_at, a.webpage_count, ${STANDING_COLUMNS},
    ${queries.intact('accounts a', 'account_use u')} AS intact
  FROM accounts a ${STANDING_JOIN} WHERE a.closed_at IS NULL`;

/** The setting exists if only administrators may invite. */
const INVITING = 'inviting';

export function people(queries: Queries, write: Database['transaction'], note: Note): People {
  return {
    async list({ after, limit }) {
      const rows = await queries.all(
        `${peopleIn(queries)} AND (a.created_at, a.id) > ($1, $2) ORDER BY a.created_at, a.id LIMIT $3`,
        [after?.createdAt ?? '', after?.id ?? '', limit],
      );
      return rows.map(personOf);
    },

    async largest(limit) {
      return (await queries.all(`${peopleIn(queries)} ORDER BY use_bytes DESC, a.id LIMIT $1`, [limit])).map(personOf);
    },

    async find(id) {
      const row = await queries.get(`${peopleIn(queries)} AND a.id = $1`, [id]);
      if (!row) throw noSuchAccount();
      return personOf(row);
    },

    setRole: (id, role) =>
      write(async (tx) => {
        if (role === 'member' && (await isOnlyAdministrator(tx, id))) throw onlyAdministrator();
        const changed = await tx.run('UPDATE accounts SET role = $2 WHERE id = $1 AND closed_at IS NULL', [id, role]);
        if (changed === 0) throw noSuchAccount();
        await note(tx, { action: 'role-changed', owner: id, subject: role });
      }),

    setQuota: (id, quota) =>
      write(async (tx) => {
        const changed = await tx.run(
          `UPDATE accounts SET most_webpages = $2, most_bytes = $3, most_captures_a_day = $4
           WHERE id = $1 AND closed_at IS NULL`,
          [id, quota.webpages ?? null, quota.bytes ?? null, quota.capturesADay ?? null],
        );
        if (changed === 0) throw noSuchAccount();
        await note(tx, { action: 'quota-changed', owner: id, subject: describeQuota(quota) });
      }),

    async total() {
      const row = await queries.get(
        `SELECT count(*) AS accounts, coalesce(sum(a.webpage_count), 0) AS webpages, coalesce(sum(u.bytes), 0) AS bytes
         FROM accounts a ${STANDING_JOIN} WHERE a.closed_at IS NULL`,
      );
      return { accounts: Number(row?.accounts), webpages: Number(row?.webpages), bytes: Number(row?.bytes) };
    },

    async countOverQuota(now) {
      const row = await queries.get(
        `SELECT count(*) AS number FROM accounts p WHERE p.closed_at IS NULL AND NOT (${withinQuota('p.id', '$1')})`,
        [now.toISOString()],
      );
      return Number(row?.number);
    },

    async invitations(now) {
      const rows = await queries.all(
        `SELECT i.id, i.account_id, i.created_at, i.expires_at, i.email, a.email AS inviter_email, ${queries.intact('invitations i', 'accounts a')} AS intact FROM invitations i
         JOIN accounts a ON a.id = i.account_id WHERE i.expires_at > $1 ORDER BY i.created_at, i.id`,
        [now.toISOString()],
      );
      return rows.map((row) => ({ ...invitationOf(row), inviterEmail: String(row.inviter_email) }));
    },

    revokeInvitation: (id) =>
      write(async (tx) => {
        const gone = await tx.get('DELETE FROM invitations WHERE id = $1 RETURNING account_id', [id]);
        if (!gone) throw notFound('invitation');
        await tx.run("DELETE FROM mails WHERE subject_id = $1 AND state = 'waiting'", [id]);
        const owner = gone.account_id?.toString();
        await note(tx, { action: 'invitation-revoked', owner, subjectId: id });
      }),

    membersMayInvite: async () => (await readSetting(queries, INVITING)) === undefined,

    letMembersInvite: (yes) =>
      write(async (tx) => {
        await writeSetting(tx, INVITING, yes ? undefined : 'administrators');
        await note(tx, { action: 'inviting-changed', subject: yes ? 'everybody' : 'administrators only' });
      }),
  };
}

function personOf(row: Row): Person {
  return { ...accountOf(row), role: row.role as AccountRole, quota: quotaOf(row), use: useOf(row) };
}
