import type { Residence, Resident } from '../domain/residence.ts';
import type { Queries } from './database.ts';

const RESIDENCE = 'residence';

export function residence(queries: Queries): Residence {
  return {
    async last() {
      const row = await queries.get('SELECT value FROM settings WHERE name = $1', [RESIDENCE]);
      return row && (JSON.parse(String(row.value)) as Resident);
    },

    async beat(resident) {
      await queries.run(
        'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [RESIDENCE, textOf(resident)],
      );
    },

    async leave(resident) {
      await queries.run('DELETE FROM settings WHERE name = $1 AND value = $2', [RESIDENCE, textOf(resident)]);
    },
  };
}

function textOf({ machine, name, beat }: Resident): string {
  return JSON.stringify({ machine, name, beat });
}
