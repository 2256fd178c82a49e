import { argon2Sync } from 'node:crypto';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Answer, Order } from './derive-key.ts';

/** Readers come before sign-ins: a hash keeps a core busy for 30 ms. */
const LESS = 10;

/** Linux has a priority for each thread. On other systems, the call would change the whole process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + LESS, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox may refuse it. Hashes then have the priority of requests.
  }
}

function derive(order: Order): Answer {
  try {
    return { tag: argon2Sync('argon2id', order) };
  } catch (error) {
    return { error };
  }
}

/** The code of the thread of derive-key.ts. */
lowerPriority();
parentPort?.on('message', (order: Order) => parentPort?.postMessage(derive(order)));
