import type { SignInAttempts } from '../../../domain/ports/sessions.ts';
import type { Queries } from '../../engine/database.ts';

export function signInAttempts(queries: Queries): SignInAttempts {
  return {
    async hold(key) {
      // The update changes nothing, but locks the row, so that concurrent attempts wait for each other.
      const row = await queries.get(
        `INSERT INTO sign_in_attempts (key, count, last_at) VALUES ($1, 0, '')
         ON CONFLICT (key) DO UPDATE SET count = sign_in_attempts.count RETURNING count, last_at`,
        [key],
      );
      return { count: Number(row?.count ?? 0), lastAt: row?.last_at ? String(row.last_at) : undefined };
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

    async takeBack(key) {
      await queries.run('UPDATE sign_in_attempts SET count = count - 1 WHERE key = $1 AND count > 0', [key]);
    },

    async forget(before) {
      // Waiting for counts that other attempts hold could be a deadlock.
      await queries.run(
        `DELETE FROM sign_in_attempts WHERE key IN
           (SELECT key FROM sign_in_attempts WHERE last_at < $1${queries.skipLocked})`,
        [before.toISOString()],
      );
    },
  };
}
