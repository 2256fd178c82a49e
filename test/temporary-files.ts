import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const GIGABYTE = 1e9;
const MEMORY_FOLDER = '/dev/shm';

/**
 * Moves the temporary files of a run into memory if there is enough of it. SQLite, PostgreSQL and the image folder wait for
 * the disk after every commit, at 1 to 5 ms each, and the tests commit tens of thousands of times. Returns the removal.
 */
export function useMemoryForFiles(): () => void {
  if (process.env.TMPDIR || !hasRoom()) return () => undefined;
  const folder = mkdtempSync(join(MEMORY_FOLDER, 'pagekeep-tests-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A whole run uses less than 2 GB at a time. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > 4 * GIGABYTE && freemem() > 8 * GIGABYTE;
  } catch {
    return false;
  }
}
