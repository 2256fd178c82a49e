import type { KnownDevices } from '../../../domain/ports/sessions.ts';
import type { Queries } from '../../engine/database.ts';

/** More devices than a person uses. */
const MOST = 50;

export function knownDevices(queries: Queries): KnownDevices {
  return {
    async find(owner, hashes, since) {
      for (const hash of hashes) {
        const row = await queries.get(
          `SELECT hash, ${queries.intact('known_devices')} AS intact FROM known_devices
           WHERE account_id = $1 AND hash = $2 AND last_used_at >= $3`,
          [owner, hash, since.toISOString()],
        );
        if (row) return hash;
      }
      return undefined;
    },

    async remember(owner, hash, now) {
      await queries.run(
        `INSERT INTO known_devices (account_id, hash, last_used_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, hash) DO UPDATE SET last_used_at = excluded.last_used_at`,
        [owner, hash, now.toISOString()],
      );
      await queries.run(
        `DELETE FROM known_devices WHERE account_id = $1 AND hash NOT IN (
           SELECT hash FROM known_devices WHERE account_id = $1 ORDER BY last_used_at DESC, hash LIMIT ${MOST})`,
        [owner],
      );
    },

    async forgetAll(owner) {
      await queries.run('DELETE FROM known_devices WHERE account_id = $1', [owner]);
    },
  };
}
