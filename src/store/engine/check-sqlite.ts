import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SqliteDamage } from './sqlite-damage.ts';

/**
 * Reads the whole database while it is in use, in a thread, because that takes seconds for a large one. Throws AbortError
 * after the signal.
 */
export async function checkSqlite(path: string, signal: AbortSignal): Promise<SqliteDamage> {
  const thread = new Worker(new URL('./damage-thread.ts', import.meta.url), { workerData: path });
  try {
    const [damage] = await once(thread, 'message', { signal });
    return damage as SqliteDamage;
  } finally {
    await thread.terminate();
  }
}
