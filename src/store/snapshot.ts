import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { Problem } from '../domain/problem.ts';

/** Pages of the database between which writers get their turn. */
const PAGES_A_STEP = 500;

/** A consistent copy of a SQLite database that others may be writing to. */
export async function snapshotSqlite(path: string, target: string): Promise<void> {
  await rm(target, { force: true });
  let source: DatabaseSync;
  try {
    source = new DatabaseSync(path, { readOnly: true, timeout: 15_000 });
  } catch (error) {
    throw new Problem('unavailable', `The database ${path} cannot be read.`, { cause: error });
  }
  try {
    await backup(source, target, { rate: PAGES_A_STEP });
  } finally {
    source.close();
  }
}
