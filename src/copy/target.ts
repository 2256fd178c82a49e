import { randomUUIDv7 } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import { COPIED_AS, COPY_OF } from '../store/copy-mark.ts';
import type { Database, Queries } from '../store/engine/database.ts';
import { rowsAfter, type Table, tablesOf } from './tables.ts';

/** A database that a copy may write to and delete from. */
export interface CopyTarget {
  readonly database: Database;
  /** One transaction. Throws Problem('conflict') once anyone else has opened the database to use it. */
  write(work: (tx: Queries) => Promise<void>): Promise<void>;
}

/**
 * Marks the database as a copy of the source. Throws Problem('conflict') if it holds anything but such a copy that
 * nobody has used: what was captured there since would be deleted.
 */
export async function takeTarget(source: Database, database: Database): Promise<CopyTarget> {
  const name = await source.transaction(nameOf);
  const tables = await tablesOf(source);
  await database.transaction(async (tx) => {
    if ((await readSetting(tx, COPY_OF)) === name) return;
    if (!(await isEmpty(tx, tables))) throw new Problem('conflict', HOLDS_OTHERS);
    await tx.run(
      'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [COPY_OF, name],
    );
  });
  return {
    database,
    write: (work) =>
      database.transaction(async (tx) => {
        if ((await readSetting(tx, COPY_OF)) !== name) throw new Problem('conflict', IN_USE);
        await work(tx);
      }),
  };
}

const HOLDS_OTHERS =
  'The database of --to-database holds records that are not an unused copy of this archive, or a service runs on it, and a copy would delete what it holds: name an empty database that nothing uses.';
const IN_USE =
  'The database of --to-database was taken into use while it was copied to: stop what runs on it, and name an empty database.';

/** An address would not do: another archive may lie there tomorrow. */
async function nameOf(tx: Queries): Promise<string> {
  const known = await readSetting(tx, COPIED_AS);
  if (known !== undefined) return known;
  const name = randomUUIDv7();
  await tx.run('INSERT INTO settings (name, value) VALUES ($1, $2)', [COPIED_AS, name]);
  return name;
}

async function readSetting(tx: Queries, setting: string): Promise<string | undefined> {
  const row = await tx.get('SELECT value FROM settings WHERE name = $1', [setting]);
  return row && String(row.value);
}

async function isEmpty(tx: Queries, tables: readonly Table[]): Promise<boolean> {
  for (const table of tables) {
    const [first] = await rowsAfter(tx, table, { after: undefined, limit: 1 });
    if (first) return false;
  }
  return true;
}
