import {
  type HeldMail,
  type MailKind,
  type MailRecord,
  type MailState,
  PATIENCE_MS,
  URGENT,
} from '../../../domain/mail.ts';
import type { MailDraft, MailResult, Mails } from '../../../domain/ports/mails.ts';
import type { Database, Queries, Row, Value } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import { optionalText } from '../optional-text.ts';

/** Leases need no sync to disk: after a power cut the mail is claimed again. */
const LEASE = 'brief';

export function mails(queries: Queries, write: Database['transaction']): Mails {
  return {
    add: (mail, now) => write((tx) => insertMail(tx, mail, now)),

    async list(owner, limit) {
      const rows = await queries.all(
        `SELECT *, ${queries.intact('mails')} AS intact FROM mails WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
        [owner, limit],
      );
      return rows.map(recordOf);
    },

    async findBySubject(owner, subjectId) {
      const row = await queries.get(
        `SELECT *, ${queries.intact('mails')} AS intact FROM mails WHERE subject_id = $2 AND account_id = $1
         ORDER BY id DESC LIMIT 1`,
        [owner, subjectId],
      );
      return row && recordOf(row);
    },

    async withdraw(subjectId) {
      await queries.run("DELETE FROM mails WHERE subject_id = $1 AND state = 'waiting'", [subjectId]);
    },

    async claim(lease, { now, until }) {
      const at = now.toISOString();
      // Read first: an empty write transaction would invalidate the caches of every process.
      const due = await queries.all(
        `SELECT id FROM mails WHERE due_at <= $1 AND lease_until < $1 ORDER BY is_urgent DESC, due_at LIMIT 8`,
        [at],
      );
      if (due.length === 0) return undefined;
      return write(async (tx) => {
        for (const { id } of due) {
          const row = await tx.get(
            `UPDATE mails SET lease = $2, lease_until = $3 WHERE id = $1 AND due_at <= $4 AND lease_until < $4 RETURNING *`,
            [String(id), lease, until.toISOString(), at],
          );
          if (row) return heldOf(row);
        }
        return undefined;
      }, LEASE);
    },

    async isHeld(id, lease) {
      return (
        (await queries.get('SELECT 1 AS found FROM mails WHERE id = $1 AND lease = $2', [id, lease])) !== undefined
      );
    },

    seal: (id, lease, { owner, sealed }) =>
      write(async (tx) => {
        await tx.run('UPDATE mails SET account_id = $3, secrets = $4 WHERE id = $1 AND lease = $2', [
          id,
          lease,
          owner,
          sealed,
        ]);
      }),

    record: (id, lease, result) => write((tx) => recordResult(tx, id, lease, result)),

    drop: (id, lease) =>
      write(async (tx) => {
        await tx.run('DELETE FROM mails WHERE id = $1 AND lease = $2', [id, lease]);
      }),

    async release(lease) {
      await write((tx) => tx.run("UPDATE mails SET lease = NULL, lease_until = '' WHERE lease = $1", [lease]), LEASE);
    },

    async countWaiting() {
      const row = await queries.get('SELECT count(*) AS waiting FROM mails WHERE due_at IS NOT NULL');
      return Number(row?.waiting ?? 0);
    },

    async forget(before, limit) {
      const old = await queries.all('SELECT id FROM mails WHERE created_at < $1 ORDER BY created_at LIMIT $2', [
        before.toISOString(),
        limit,
      ]);
      if (old.length === 0) return false;
      await write(async (tx) => {
        for (const { id } of old) await tx.run('DELETE FROM mails WHERE id = $1', [String(id)]);
      });
      return old.length === limit;
    },
  };
}

/** Adds a mail in the transaction of its event. */
export async function insertMail(tx: Queries, mail: MailDraft, now: Date): Promise<void> {
  const { id, owner, kind, recipient, subjectId, details, sealed } = mail;
  const at = now.toISOString();
  const values: Readonly<Record<string, Value>> = {
    id,
    account_id: owner ?? null,
    kind,
    is_urgent: URGENT.has(kind) ? 1 : 0,
    recipient: recipient ?? null,
    subject_id: subjectId ?? null,
    details: JSON.stringify(details ?? {}),
    secrets: sealed ?? null,
    state: 'waiting',
    attempts: 0,
    due_at: at,
    expires_at: new Date(now.getTime() + PATIENCE_MS[kind]).toISOString(),
    created_at: at,
    lease_until: '',
  };
  await insertMany(tx, 'mails', Object.keys(values), [Object.values(values)]);
}

async function recordResult(tx: Queries, id: string, lease: string, { outcome, attempts, nextAt, at }: MailResult) {
  const state = outcome.kind === 'sent' ? 'sent' : nextAt === undefined ? 'failed' : 'waiting';
  const problem = outcome.kind === 'sent' ? null : outcome.because;
  const row = await tx.get(
    `UPDATE mails SET state = $3, attempts = $4, problem = $5, due_at = $6, lease = NULL, lease_until = '',
       secrets = CASE WHEN CAST($6 AS TEXT) IS NULL THEN NULL ELSE secrets END
     WHERE id = $1 AND lease = $2 RETURNING account_id, recipient`,
    [id, lease, state, attempts, problem, nextAt ?? null],
  );
  if (!row) return;
  if (state !== 'waiting') await tx.run('DELETE FROM mail_events WHERE mail_id = $1', [id]);
  if (outcome.kind === 'address refused' && row.recipient === null && row.account_id !== null) {
    await tx.run(
      'UPDATE mailboxes SET is_active = 0, stopped_at = $2, stopped_because = $3 WHERE account_id = $1 AND stopped_at IS NULL',
      [row.account_id ?? null, at.toISOString(), outcome.because],
    );
    await tx.run('DELETE FROM mail_events WHERE account_id = $1', [row.account_id ?? null]);
  }
}

function recordOf(row: Row): MailRecord {
  return {
    id: String(row.id),
    kind: row.kind as MailKind,
    recipient: optionalText(row.recipient),
    subjectId: optionalText(row.subject_id),
    state: row.state as MailState,
    attempts: Number(row.attempts),
    problem: optionalText(row.problem),
    nextAt: optionalText(row.due_at),
    createdAt: String(row.created_at),
  };
}

function heldOf(row: Row): HeldMail {
  return {
    id: String(row.id),
    owner: optionalText(row.account_id),
    kind: row.kind as MailKind,
    recipient: optionalText(row.recipient),
    subjectId: optionalText(row.subject_id),
    details: JSON.parse(String(row.details)),
    sealed: optionalText(row.secrets),
    attempts: Number(row.attempts),
    createdAt: String(row.created_at),
    expiresAt: String(row.expires_at),
  };
}
