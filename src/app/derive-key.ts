import { Worker } from 'node:worker_threads';
import { Problem } from '../domain/problem.ts';

/** The arguments of Argon2. */
export interface Order {
  readonly message: string;
  readonly nonce: Uint8Array;
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

export type Answer = { readonly tag: Uint8Array } | { readonly error: unknown };

let thread: Worker | undefined;
/** The thread answers in the order of the requests. */
const waiting: PromiseWithResolvers<Uint8Array>[] = [];

/**
 * Argon2id in a thread of its own with a low priority: on libuv's threads, a flood of sign-ins took a core from readers.
 * The first call starts the thread, in 30 ms. Rejects for arguments out of range, and with Problem('unavailable') if the
 * thread ends.
 */
export async function deriveKey(order: Order): Promise<Uint8Array> {
  thread ??= startThread();
  const answer = Promise.withResolvers<Uint8Array>();
  waiting.push(answer);
  thread.ref();
  thread.postMessage(order);
  return answer.promise;
}

function startThread(): Worker {
  const started = new Worker(new URL('./derive-thread.ts', import.meta.url), { resourceLimits: LIMITS });
  let cause: unknown;
  started.on('message', (answer: Answer) => {
    const asked = waiting.shift();
    if (waiting.length === 0) started.unref();
    if ('tag' in answer) asked?.resolve(answer.tag);
    else asked?.reject(answer.error);
  });
  started.on('error', (error) => {
    cause = error;
  });
  started.once('exit', () => {
    thread = undefined;
    const problem = new Problem('unavailable', 'The password could not be processed. Try again.', { cause });
    for (const asked of waiting.splice(0)) asked.reject(problem);
  });
  return started;
}

/** The thread keeps nothing. Without a limit it takes 10 MB more. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };
