import { stat } from 'node:fs';

const INTERVAL_MS = 5_000;

/**
 * Adds work to the thread pool of this process now and then. Before version 2.41, the C library of Linux can lose the signal
 * for a waiting thread (glibc bug 25847), so that a file operation waits until the next one. A backup, which has one at a
 * time, waited forever.
 */
export function keepThreadPoolAwake(): void {
  setInterval(() => stat('/', () => undefined), INTERVAL_MS).unref();
}
