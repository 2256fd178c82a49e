import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const ASK = fileURLToPath(import.meta.resolve('./ask-for-short-turns.ts'));

/**
 * Asks Linux (6.12 and newer) for short turns for the thread that answers readers. One with shorter turns need not wait
 * until the turn of another has ended: while captures keep every core busy, the slowest answers came a seventh sooner.
 * It takes no right, and no share of the CPU from anyone.
 *
 * A process of its own asks, so that the experimental part of Node which this takes is never a part of the service, and
 * where it or the system does not know of such a thing, nothing happens. Ends with that process.
 */
export async function takeShortTurns(): Promise<void> {
  if (process.platform !== 'linux') return;
  try {
    const asking = spawn(
      process.execPath,
      ['--experimental-ffi', '--no-warnings', ASK, String(process.pid), String(getPriority())],
      { stdio: 'ignore' },
    );
    asking.unref();
    await once(asking, 'exit');
  } catch {
    // It could not be started.
  }
}
