import type { Queries } from '../engine/database.ts';

/** A row of the table of settings that all processes share. */
export async function readSetting(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.get(`SELECT value, ${queries.intact('settings')} AS intact FROM settings WHERE name = $1`, [
    name,
  ]);
  return row && String(row.value);
}

/** Undefined removes the setting. */
export async function writeSetting(queries: Queries, name: string, value: string | undefined): Promise<void> {
  if (value === undefined) {
    await queries.run('DELETE FROM settings WHERE name = $1', [name]);
    return;
  }
  await queries.run(
    'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  );
}
