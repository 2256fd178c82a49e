import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fileIdentity } from './file-identity.ts';
import type { SqliteDamage } from './sqlite-damage.ts';

/** Throws AbortError after the signal. */
export type FindDamage = (signal: AbortSignal) => Promise<SqliteDamage>;

/**
 * Reads the whole database while it is in use, in a thread, because that takes seconds for a large one. Open connections
 * keep a file that is removed or replaced, so what they write from then on is lost with them.
 */
export function sqliteChecker(path: string): FindDamage {
  const opened = fileIdentity(path);
  return (signal) => (fileIdentity(path) === opened ? readAll(path, signal) : Promise.resolve(OTHER_FILE));
}

const OTHER_FILE: SqliteDamage = {
  faults: ['The file of the database was removed or replaced while it was in use.'],
  hidesRecords: true,
};

async function readAll(path: string, signal: AbortSignal): Promise<SqliteDamage> {
  const thread = new Worker(new URL('./damage-thread.ts', import.meta.url), { workerData: path });
  try {
    const [damage] = await once(thread, 'message', { signal });
    return damage as SqliteDamage;
  } finally {
    await thread.terminate();
  }
}
