import { Worker } from 'node:worker_threads';
import type { ComparePictures, Findings } from '../../domain/findings.ts';
import { Problem } from '../../domain/problem.ts';
import type { Answer, Order } from './compare-thread.ts';
import { MOST_PIXELS } from './decode.ts';

export interface CompareLimits {
  /** A comparison that takes longer ends with Problem('unprocessable'). */
  readonly timeoutMs: number;
  /** The thread ends after this time without work, and frees its memory. */
  readonly idleMs: number;
  /** Pairs with more pixels in both pictures together are compared at a reduced scale. */
  readonly mostPixels: number;
}

export const COMPARE_LIMITS: CompareLimits = { timeoutMs: 60_000, idleMs: 10_000, mostPixels: MOST_PIXELS };

export interface Comparer {
  readonly compare: ComparePictures;
  /** Ends the thread. A comparison that still runs ends with Problem('unavailable'). */
  close(): Promise<void>;
}

/** Compares pictures in one thread, one pair after the other. The thread runs only while there is work. */
export function openComparer(limits: CompareLimits = COMPARE_LIMITS): Comparer {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const end = async () => {
    const ending = thread;
    thread = undefined;
    clearTimeout(idle);
    await ending?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./compare-thread.ts', import.meta.url));
    // Also between comparisons: an error without a listener would end the process, and an ended thread answers nothing.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  };

  const compareNow = async (before: Uint8Array, after: Uint8Array): Promise<Findings> => {
    if (isClosed) throw new Problem('unavailable', 'The comparison was stopped, because the program ends.');
    clearTimeout(idle);
    thread ??= start();
    thread.ref();
    let answer: Answer | undefined;
    try {
      answer = await ask(thread, { before, after, mostPixels: limits.mostPixels }, limits.timeoutMs);
      if ('findings' in answer) return answer.findings;
      throw new Problem(answer.problem.kind, answer.problem.message);
    } catch (error) {
      // An unfinished comparison may still hold the thread.
      if (answer === undefined) await end();
      throw error;
    } finally {
      thread?.unref();
      idle = setTimeout(end, limits.idleMs).unref();
    }
  };

  return {
    compare(before, after) {
      const result = last.then(() => compareNow(before, after));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** Throws Problem('unavailable') if the thread ends, and Problem('unprocessable') if it does not answer in time. */
function ask(thread: Worker, { before, after, mostPixels }: Order, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (description: string, cause?: unknown) =>
      settle(() => reject(new Problem('unavailable', description, { cause })));
    const onError = (error: unknown) => fail('The comparison of the pictures failed.', error);
    const onExit = () => fail('The comparison was stopped before it was finished.');
    const onMessage = (answer: Answer) => settle(() => resolve(answer));
    const tooLong = `The pictures are too large to compare: it took longer than ${Math.ceil(timeoutMs / 1000)} seconds and was stopped.`;
    const timer = setTimeout(() => settle(() => reject(new Problem('unprocessable', tooLong))), timeoutMs);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      thread.off('error', onError).off('exit', onExit).off('message', onMessage);
      done();
    };
    thread.on('error', onError).on('exit', onExit).on('message', onMessage);
    // Copies: a view would take its whole buffer along, and the caller may still need the bytes.
    const order: Order = { before: new Uint8Array(before), after: new Uint8Array(after), mostPixels };
    thread.postMessage(order, [order.before.buffer as ArrayBuffer, order.after.buffer as ArrayBuffer]);
  });
}
