import { rm, writeFile } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { Problem } from '../domain/problem.ts';
import { isDamage, messageOf, problemOf } from './engine/sqlite-problem.ts';

/** Database pages that are copied before writers can continue. */
const PAGES_PER_STEP = 500;

/**
 * Makes a consistent copy of a SQLite database, readable by its owner only, while other processes write to it. Throws
 * Problem('unprocessable') if the database is damaged so that it cannot be copied.
 */
export async function snapshotSqlite(
  path: string,
  target: string,
  progress: (done: number, all: number) => void,
): Promise<void> {
  await rm(target, { force: true });
  let source: DatabaseSync;
  try {
    source = new DatabaseSync(path, { readOnly: true, timeout: 15_000 });
  } catch (error) {
    throw new Problem('unavailable', `The database ${path} cannot be read.`, { cause: error });
  }
  try {
    // SQLite restarts the copy when another connection writes between two steps, so with a busy service it would never
    // end. The read transaction sees a fixed state. The WAL file grows until it ends.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_master').get();
    // SQLite would create the file with the permissions of the umask.
    await writeFile(target, '', { mode: 0o600 });
    await backup(source, target, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    });
  } catch (error) {
    if (!isDamage(error)) throw problemOf(error);
    throw new Problem('unprocessable', `The database ${path} is damaged: ${messageOf(error)}.`, { cause: error });
  } finally {
    source.close();
  }
}
