import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Problem } from '../domain/problem.ts';
import { isBusy, messageOf } from '../store/sqlite-problem.ts';
import { LOCK } from './layout.ts';

/**
 * Keeps other backups out of the folder until it is closed. It is SQLite's lock on an empty file, which ends with the
 * process, however that ends. Throws Problem('conflict') where another one holds it.
 */
export function holdLock(folder: string): Disposable {
  const path = join(folder, LOCK);
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file?.close();
    if (isBusy(error)) {
      throw new Problem('conflict', `Another backup into ${folder} is under way: wait for its end, then try again.`);
    }
    throw new Problem('unavailable', `The backup's lock ${path} cannot be taken: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
