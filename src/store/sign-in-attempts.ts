import type { AttemptCount, SignInAttempts } from '../domain/people-ports.ts';
import type { Queries, Row } from './database.ts';

export function signInAttempts(queries: Queries): SignInAttempts {
  return {
    async get(key) {
      return countOf(await queries.get('SELECT count, last_at FROM sign_in_attempts WHERE key = $1', [key]));
    },

    async add(key, now) {
      await queries.run(
        `INSERT INTO sign_in_attempts (key, count, last_at) VALUES ($1, 1, $2)
         ON CONFLICT (key) DO UPDATE SET count = sign_in_attempts.count + 1, last_at = excluded.last_at`,
        [key, now.toISOString()],
      );
    },

    async clear(key) {
      await queries.run('DELETE FROM sign_in_attempts WHERE key = $1', [key]);
    },

    async forget(before) {
      await queries.run('DELETE FROM sign_in_attempts WHERE last_at < $1', [before.toISOString()]);
    },
  };
}

function countOf(row: Row | undefined): AttemptCount {
  return { count: Number(row?.count ?? 0), lastAt: row === undefined ? undefined : String(row.last_at) };
}
