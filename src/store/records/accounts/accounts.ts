import { type Account, emailTaken } from '../../../domain/account.ts';
import type { Accounts } from '../../../domain/ports/accounts.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import { printable } from '../../../domain/text.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { dropIndex } from '../../paging/page-index.ts';
import { writeSetting } from '../settings.ts';
import { WEBPAGE_ORDERINGS } from '../webpages/webpages.ts';
import type { Note } from './audit.ts';

const COLUMNS = 'id, email, created_at, webpage_count';

export function accounts(queries: Queries, write: Database['transaction'], note: Note): Accounts {
  return {
    async add(account, passwordHash) {
      const { id, email, createdAt } = account;
      try {
        await write(async (tx) => {
          await lockNewAccounts(tx);
          await tx.run(
            `INSERT INTO accounts (id, email, password_hash, created_at, role) VALUES ($1, $2, $3, $4,
               CASE WHEN EXISTS (SELECT 1 FROM accounts WHERE closed_at IS NULL) THEN 'member' ELSE 'administrator' END)`,
            [id, email, passwordHash, createdAt],
          );
          await note(tx, { action: 'account-created', owner: id });
        });
      } catch (error) {
        if (!(error instanceof Problem && error.kind === 'conflict')) throw error;
        throw emailTaken(email, error);
      }
    },

    async list() {
      return (
        await queries.all(
          `SELECT ${COLUMNS}, ${queries.intact('accounts')} AS intact FROM accounts WHERE closed_at IS NULL ORDER BY created_at, id`,
        )
      ).map(accountOf);
    },

    async findByEmail(email) {
      const row = await queries.get(
        `SELECT ${COLUMNS}, ${queries.intact('accounts')} AS intact FROM accounts WHERE email = $1`,
        [email],
      );
      if (!row) {
        const message = `There is no account for ${printable(email)}: see "pagekeep account list".`;
        throw new Problem('not-found', message);
      }
      return accountOf(row);
    },

    setPassword: (owner, passwordHash) =>
      write(async (tx) => {
        const changed = await tx.run('UPDATE accounts SET password_hash = $2 WHERE id = $1', [owner, passwordHash]);
        if (changed === 0) throw noSuchAccount();
        await tx.run('DELETE FROM password_resets WHERE account_id = $1', [owner]);
        await note(tx, { action: 'password-changed', owner });
      }),

    async credentials(email) {
      const row = await queries.get(
        `SELECT id, password_hash, ${queries.intact('accounts')} AS intact FROM accounts WHERE email = $1`,
        [email],
      );
      return row && { owner: String(row.id), passwordHash: String(row.password_hash) };
    },

    async holdPassword(owner) {
      const row = await queries.get(`${LOCK} RETURNING password_hash`, [owner]);
      return row && String(row.password_hash);
    },

    close: (owner, now) =>
      write(async (tx) => {
        await lockNewAccounts(tx);
        if (await isOnlyAdministrator(tx, owner)) {
          const other = await tx.get('SELECT id FROM accounts WHERE closed_at IS NULL AND id <> $1 LIMIT 1', [owner]);
          if (other) throw onlyAdministrator();
        }
        await lockAccount(tx, owner);
        // Recorded first, because the event keeps the e-mail address.
        await note(tx, { action: 'account-removed', owner });
        // The id has no at sign, so it cannot be used to sign in, and the e-mail address can be used again.
        await tx.run(
          `UPDATE accounts SET email = id, password_hash = '', closed_at = $2, revision = ${tx.nextRevision} WHERE id = $1`,
          [owner, now.toISOString()],
        );
        for (const table of [
          'tokens',
          'sessions',
          'invitations',
          'known_devices',
          'two_step',
          'recovery_codes',
          'webhooks',
          'feeds',
          'mail_events',
          'mails',
          'mailboxes',
          'webpage_mail',
          'password_resets',
        ]) {
          await tx.run(`DELETE FROM ${table} WHERE account_id = $1`, [owner]);
        }
        for (const ordering of Object.values(WEBPAGE_ORDERINGS)) await dropIndex(tx, ordering, owner);
      }),
  };
}

/** Accounts are added or closed one at a time, so that only the first account becomes an administrator. */
async function lockNewAccounts(tx: Queries): Promise<void> {
  await writeSetting(tx, 'new-accounts', 'locked while one is added');
}

/** Locks all administrators, so that two of them do not leave at the same time. */
export async function isOnlyAdministrator(tx: Queries, id: string): Promise<boolean> {
  const administrators = await tx.all(
    `UPDATE accounts SET role = role WHERE role = 'administrator' AND closed_at IS NULL RETURNING id`,
  );
  return administrators.length === 1 && administrators[0]?.id === id;
}

export function onlyAdministrator(): Problem {
  return new Problem('conflict', 'This is the only administrator: make another person an administrator first.');
}

/** Changes nothing, but other writers of the account wait until the transaction ends. */
const LOCK = 'UPDATE accounts SET role = role WHERE id = $1 AND closed_at IS NULL';

/** Throws Problem('not-found'), also for an account that was closed. */
export async function lockAccount(tx: Queries, owner: string): Promise<void> {
  if ((await tx.run(LOCK, [owner])) === 0) throw noSuchAccount();
}

export function noSuchAccount(): Problem {
  return notFound('account');
}

export function accountOf(row: Row): Account {
  return {
    id: String(row.id),
    email: String(row.email),
    createdAt: String(row.created_at),
    webpageCount: Number(row.webpage_count),
  };
}
