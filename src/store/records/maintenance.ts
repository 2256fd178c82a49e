import type { MaintenanceSwitch } from '../../domain/ports/maintenance.ts';
import type { Queries } from '../engine/database.ts';

/** The name of the setting with the message of maintenance mode. */
export const MAINTENANCE = 'maintenance';

export function maintenance(queries: Queries): MaintenanceSwitch {
  return {
    async set(message) {
      if (message === undefined) {
        await queries.run('DELETE FROM settings WHERE name = $1', [MAINTENANCE]);
      } else {
        await queries.run(
          'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
          [MAINTENANCE, message],
        );
      }
    },

    async get() {
      const row = await queries.get('SELECT value FROM settings WHERE name = $1', [MAINTENANCE]);
      return row && String(row.value);
    },
  };
}
