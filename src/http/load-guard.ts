import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { makeRefusals } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered also during an overload: it costs nothing, or says how the server is. */
    readonly staysUp?: boolean;
  }
}

export interface LoadLimits {
  /** When turns of the event loop are this late in the mean of a second, something holds up every answer. */
  readonly delayMs: number;
  /** After the server began to listen; until then it is its own start that holds it up. */
  readonly graceMs: number;
}

const SAMPLE_MS = 1_000;
const RESOLUTION_MS = 10;

/**
 * How much of the permitted delay requests may take together in one turn of the event loop. Those that are still to
 * come in the same turn have waited that long already; the next turn begins late only by what it takes to refuse them.
 */
const TURN_SHARE = 1 / 10;

/** Fewer than this are no crowd: what holds them up is a hiccup of the machine, and passes by itself. */
export const CROWD = 64;

export interface LoadGuard {
  /** Asked once for each request; true for those that are too many, so that the others are answered in time. */
  isTooMany(): boolean;
  /** Gives the Problem('unavailable') that they are answered with, when it is their turn. */
  refuse(answer: (problem: Problem) => void): void;
}

export function watchLoad(app: FastifyInstance, { delayMs, graceMs }: LoadLimits): LoadGuard {
  const turnMs = delayMs * TURN_SHARE;
  const isLate = watchDelay(app, { delayMs, graceMs });
  let turnBegan = 0;
  let inTurn = 0;
  const endTurn = () => {
    inTurn = 0;
  };
  const refusals = makeRefusals();
  return {
    isTooMany() {
      inTurn += 1;
      if (inTurn === 1) {
        turnBegan = performance.now();
        setImmediate(endTurn);
      }
      return isLate() || (inTurn > CROWD && performance.now() - turnBegan > turnMs);
    },
    refuse(answer) {
      refusals(() => answer(new Problem('unavailable', 'The server is overloaded at the moment; try again soon.')));
    },
  };
}

export function refuseTooMany(scope: FastifyInstance, guard: LoadGuard): void {
  scope.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    if (guard.isTooMany() && !request.routeOptions.config.staysUp) guard.refuse(done);
    else done();
  });
}

function watchDelay(app: FastifyInstance, { delayMs, graceMs }: LoadLimits): () => boolean {
  const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let delay = 0;
  let timer: NodeJS.Timeout | undefined;
  const sample = () => {
    // None at all means that this very turn is the first since the last look, and took all of the time.
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
