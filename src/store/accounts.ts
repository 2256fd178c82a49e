import type { Account } from '../domain/account.ts';
import type { Accounts } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import type { Queries, Row } from './database.ts';

const COLUMNS = 'id, email, created_at, webpage_count';

export function accounts(queries: Queries): Accounts {
  return {
    async add(account, passwordHash) {
      try {
        await queries.run('INSERT INTO accounts (id, email, password_hash, created_at) VALUES ($1, $2, $3, $4)', [
          account.id,
          account.email,
          passwordHash,
          account.createdAt,
        ]);
      } catch (error) {
        if (!(error instanceof Problem && error.kind === 'conflict')) throw error;
        throw new Problem('conflict', `There is an account for ${printable(account.email)} already.`, { cause: error });
      }
    },

    async list() {
      return (await queries.all(`SELECT ${COLUMNS} FROM accounts ORDER BY created_at, id`)).map(accountOf);
    },

    async findByEmail(email) {
      const row = await queries.get(`SELECT ${COLUMNS} FROM accounts WHERE email = $1`, [email]);
      if (!row) throw new Problem('not-found', `There is no account for ${printable(email)}.`);
      return accountOf(row);
    },

    async setPassword(owner, passwordHash) {
      const changed = await queries.run('UPDATE accounts SET password_hash = $2 WHERE id = $1', [owner, passwordHash]);
      if (changed === 0) throw new Problem('not-found', 'There is no such account.');
    },
  };
}

function accountOf(row: Row): Account {
  return {
    id: String(row.id),
    email: String(row.email),
    createdAt: String(row.created_at),
    webpageCount: Number(row.webpage_count),
  };
}
