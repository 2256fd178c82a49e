import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Findings } from '../../domain/findings.ts';
import { Problem, type ProblemKind } from '../../domain/problem.ts';
import { compareHere } from './compare-here.ts';

/** The thread of compare-pictures.ts: answers each order with findings or with the problem. */
export interface Order {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly mostPixels: number;
}

export type Answer =
  | { readonly findings: Findings }
  | { readonly problem: { readonly kind: ProblemKind; readonly message: string } };

parentPort?.on('message', async ({ before, after, mostPixels }: Order) => {
  parentPort?.postMessage(await answer(before, after, mostPixels));
});
// Node would write the cache at the end of the thread, but this thread is terminated.
flushCompileCache();

/** An unexpected error ends the thread, and its cause reaches the caller. */
async function answer(before: Uint8Array, after: Uint8Array, mostPixels: number): Promise<Answer> {
  try {
    return { findings: await compareHere(before, after, mostPixels) };
  } catch (error) {
    if (error instanceof Problem) return { problem: { kind: error.kind, message: error.message } };
    throw error;
  }
}
