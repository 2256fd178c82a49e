import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { Problem } from '../domain/problem.ts';

/** Pages of the database between which writers get their turn. */
const PAGES_A_STEP = 500;

/** A consistent copy of a SQLite database that others may be writing to. */
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
    // SQLite starts a copy over whenever another connection has written between two steps, so that under a busy service
    // it never ended. What a read transaction sees does not change; the log of writes grows until it is done.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_master').get();
    await backup(source, target, {
      rate: PAGES_A_STEP,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
}
