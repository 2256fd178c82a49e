import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Problem } from '../domain/problem.ts';
import { isBusy, messageOf } from '../store/engine/sqlite-problem.ts';
import { BACKUP_LOCK, RESTORE_LOCK } from './layout.ts';

const NAMES = { backup: BACKUP_LOCK, restore: RESTORE_LOCK };

/**
 * Keeps others of its kind out of the folder until it is closed. It is SQLite's lock on an empty file, which ends with
 * the process, however that ends. Throws Problem('conflict') where another one holds it.
 */
export function holdLock(kind: 'backup' | 'restore', folder: string): Disposable {
  const path = join(folder, NAMES[kind]);
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file?.close();
    if (isBusy(error)) {
      throw new Problem('conflict', `Another ${kind} into ${folder} is under way: wait for its end, then try again.`);
    }
    throw new Problem('unavailable', `The lock of the ${kind}, ${path}, cannot be taken: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
