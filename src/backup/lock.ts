import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Problem } from '../domain/problem.ts';
import { isBusy, messageOf } from '../store/engine/sqlite-problem.ts';
import { BACKUP_LOCK, RESTORE_LOCK } from './layout.ts';

const NAMES = { backup: BACKUP_LOCK, restore: RESTORE_LOCK };

/**
 * Locks the folder until the result is disposed. Uses SQLite's lock on an empty file, which the system releases when
 * the process ends, even after a crash. Throws Problem('conflict') if another process holds the lock.
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
      throw new Problem('conflict', `Another ${kind} into ${folder} is running: wait until it ends, then try again.`);
    }
    throw new Problem('unavailable', `The lock file ${path} cannot be used: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
