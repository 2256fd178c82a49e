import type { MaintenanceSwitch } from '../../domain/ports/maintenance.ts';
import type { Database, Queries } from '../engine/database.ts';
import type { Note } from './accounts/audit.ts';
import { readSetting, writeSetting } from './settings.ts';

/** The name of the setting with the message of maintenance mode. */
const MAINTENANCE = 'maintenance';

/** SQL for the message of maintenance mode; null if it is off. */
export function maintenanceMessage(queries: Queries): string {
  const value = `CASE WHEN ${queries.intact('settings')} = 1 THEN value END`;
  return `(SELECT ${value} FROM settings WHERE name = '${MAINTENANCE}')`;
}

export function maintenanceSwitch(queries: Queries, write: Database['transaction'], note: Note): MaintenanceSwitch {
  return {
    set: (message) =>
      write(async (tx) => {
        await writeSetting(tx, MAINTENANCE, message);
        await note(tx, { action: message === undefined ? 'maintenance-off' : 'maintenance-on' });
      }),

    get: () => readMaintenance(queries),
  };
}

export function readMaintenance(queries: Queries): Promise<string | undefined> {
  return readSetting(queries, MAINTENANCE);
}
