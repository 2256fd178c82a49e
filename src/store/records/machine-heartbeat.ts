import type { Heartbeat, MachineHeartbeat } from '../../domain/ports/machine-heartbeat.ts';
import type { Queries } from '../engine/database.ts';

const SETTING = 'machine-heartbeat';

export function machineHeartbeat(queries: Queries): MachineHeartbeat {
  return {
    async last() {
      const row = await queries.get(
        `SELECT value, ${queries.intact('settings')} AS intact FROM settings WHERE name = $1`,
        [SETTING],
      );
      return row && (JSON.parse(String(row.value)) as Heartbeat);
    },

    async beat(beat) {
      await queries.run(
        'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [SETTING, textOf(beat)],
      );
    },

    async leave(beat) {
      await queries.run('DELETE FROM settings WHERE name = $1 AND value = $2', [SETTING, textOf(beat)]);
    },
  };
}

function textOf({ machine, name, beat }: Heartbeat): string {
  return JSON.stringify({ machine, name, beat });
}
