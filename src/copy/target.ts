import { randomUUIDv7 } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import { COPIED_AS, COPY_OF, COPYING } from '../store/copy-mark.ts';
import type { Database, Queries } from '../store/engine/database.ts';
import { rowsAfter, type Table, tablesOf } from './tables.ts';

/** A database that is marked as a copy, so that rows may be written and deleted. */
export interface CopyTarget {
  readonly database: Database;
  /** Runs one transaction. Throws Problem('conflict') once another process has opened the database as an archive. */
  write(work: (tx: Queries) => Promise<void>): Promise<void>;
  /** The copy is complete: from now on it can be used as an archive. */
  complete(): Promise<void>;
}

/**
 * Marks the database as a copy of the source. Throws Problem('conflict') unless it is empty or an unused copy of the
 * same source, because a copy deletes all records that the source does not have.
 */
export async function claimTarget(source: Database, database: Database): Promise<CopyTarget> {
  const name = await source.transaction(sourceId);
  const tables = await tablesOf(source);
  await database.transaction(async (tx) => {
    const known = await readSetting(tx, COPY_OF);
    if (known !== name && !(await isEmpty(tx, tables))) throw new Problem('conflict', NOT_EMPTY);
    for (const setting of [COPY_OF, COPYING]) await tx.run(SET, [setting, name]);
  });
  const write: CopyTarget['write'] = (work) =>
    database.transaction(async (tx) => {
      if ((await readSetting(tx, COPY_OF)) !== name) throw new Problem('conflict', IN_USE);
      await work(tx);
    });
  return {
    database,
    write,
    complete: () =>
      write(async (tx) => {
        await tx.run('DELETE FROM settings WHERE name = $1', [COPYING]);
      }),
  };
}

const SET =
  'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value';

const NOT_EMPTY =
  'The database of --to-database contains records of another archive, or a service uses it. A copy would delete these records: choose an empty database that is not in use.';
const IN_USE =
  'Another process opened the database of --to-database during the copy: stop that process and choose an empty database.';

/**
 * A random identifier of the source. Its URL does not identify it, because another archive may use the same URL later.
 */
async function sourceId(tx: Queries): Promise<string> {
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
