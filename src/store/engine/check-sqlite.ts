import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Reads the whole database while it is in use, in a thread, because that takes seconds for a large one. Returns a sentence
 * for each fault. Throws AbortError after the signal.
 */
export async function checkSqlite(path: string, signal: AbortSignal): Promise<string[]> {
  const thread = new Worker(new URL('./damage-thread.ts', import.meta.url), { workerData: path });
  try {
    const [faults] = await once(thread, 'message', { signal });
    return faults as string[];
  } finally {
    await thread.terminate();
  }
}
