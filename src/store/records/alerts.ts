import type { Alerts } from '../../domain/ports/alerts.ts';
import type { Queries } from '../engine/database.ts';

const PREFIX = 'alert:';

export function alerts(queries: Queries): Alerts {
  return {
    async raise({ source, message, since }) {
      await queries.run(
        'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [PREFIX + source, JSON.stringify({ message, since })],
      );
    },

    async clear(source) {
      await queries.run('DELETE FROM settings WHERE name = $1', [PREFIX + source]);
    },

    async list() {
      const rows = await queries.all(
        `SELECT name, value, ${queries.intact('settings')} AS intact FROM settings WHERE name LIKE '${PREFIX}%' ORDER BY name`,
      );
      return rows.map(({ name, value }) => ({
        source: String(name).slice(PREFIX.length),
        ...(JSON.parse(String(value)) as { message: string; since: string }),
      }));
    },
  };
}
