import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { makeRefusalQueue } from './refusal-queue.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered also during an overload: the route costs nothing, or reports the health of the server. */
    readonly staysUp?: boolean;
  }
}

export interface LoadLimits {
  /** The server is overloaded if the event loop is this late in the mean of a second. */
  readonly delayMs: number;
  /** Delays are not measured for this long after the server began to listen. */
  readonly graceMs: number;
}

const SAMPLE_MS = 1_000;
const RESOLUTION_MS = 10;

/**
 * The share of the permitted delay that requests may take together in one turn of the event loop. Further requests of the
 * same turn are refused.
 */
const TURN_SHARE = 1 / 10;

/** This many requests at once are never refused: their delay has another cause than load. */
export const BURST = 64;

export interface LoadGuard {
  /** Call it once for each request. Requests for which it is true get 503, so that the others are answered in time. */
  isOverloaded(): boolean;
  /** Rejects with Problem('unavailable'), perhaps after a wait: see refusal-queue.ts. */
  refuse(): Promise<never>;
}

export function watchLoad(app: FastifyInstance, { delayMs, graceMs }: LoadLimits): LoadGuard {
  const turnMs = delayMs * TURN_SHARE;
  const isLate = watchDelay(app, { delayMs, graceMs });
  let turnBegan = 0;
  let inTurn = 0;
  const endTurn = () => {
    inTurn = 0;
  };
  const refuse = makeRefusalQueue();
  return {
    isOverloaded() {
      inTurn += 1;
      if (inTurn === 1) {
        turnBegan = performance.now();
        setImmediate(endTurn);
      }
      return isLate() || (inTurn > BURST && performance.now() - turnBegan > turnMs);
    },
    async refuse() {
      await new Promise<void>(refuse);
      throw new Problem('unavailable', 'The server is overloaded at the moment; try again soon.');
    },
  };
}

export function refuseOverload(scope: FastifyInstance, guard: LoadGuard): void {
  scope.addHook('onRequest', async (request) => {
    if (guard.isOverloaded() && !request.routeOptions.config.staysUp) await guard.refuse();
  });
}

function watchDelay(app: FastifyInstance, { delayMs, graceMs }: LoadLimits): () => boolean {
  const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let delay = 0;
  let timer: NodeJS.Timeout | undefined;
  const sample = () => {
    // No sample at all means that the current turn has taken the whole second.
    delay = turns.count === 0 ? SAMPLE_MS : turns.mean / 1e6 - RESOLUTION_MS;
    turns.reset();
  };
  const begin = () => {
    turns.enable();
    timer = setInterval(sample, SAMPLE_MS).unref();
  };
  app.addHook('onListen', (done) => {
    timer = setTimeout(begin, graceMs).unref();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    turns.disable();
    done();
  });
  return () => delay > delayMs;
}
