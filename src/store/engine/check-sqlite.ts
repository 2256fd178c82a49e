import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fileIdentity } from './file-identity.ts';
import type { SqliteDamage } from './sqlite-damage.ts';

/** Throws AbortError after the signal. */
export type FindDamage = () => Promise<SqliteDamage>;

/**
 * Reads the whole database while it is in use, in a thread, because that takes seconds for a large one. The thread stays until the
 * signal: its start costs more than the check of a small database. Open connections keep a file that is removed or replaced, so
 * what they write from then on is lost with them.
 */
export function sqliteChecker(path: string, signal: AbortSignal): FindDamage {
  const opened = fileIdentity(path);
  let thread: Worker | undefined;

  function startThread(): Worker {
    const started = new Worker(new URL('./damage-thread.ts', import.meta.url), {
      workerData: path,
      resourceLimits: LIMITS,
    });
    // The check under way fails with the error. Without a listener it would end the process.
    started.on('error', () => undefined);
    signal.addEventListener('abort', () => void started.terminate(), { once: true });
    return started;
  }

  return async () => {
    if (fileIdentity(path) !== opened) return OTHER_FILE;
    signal.throwIfAborted();
    thread ??= startThread();
    thread.ref();
    try {
      const answer = once(thread, 'message', { signal });
      thread.postMessage('check');
      const [damage] = await answer;
      thread.unref();
      return damage as SqliteDamage;
    } catch (error) {
      await thread.terminate();
      thread = undefined;
      throw error;
    }
  };
}

/** Without it the thread grew by 80 MB before it collected its garbage. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

const OTHER_FILE: SqliteDamage = {
  faults: ['The file of the database was removed or replaced while it was in use.'],
  hidesRecords: true,
};
