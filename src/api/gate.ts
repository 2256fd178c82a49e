import type { Caller } from '../domain/ports/tokens.ts';
import { Problem } from '../domain/problem.ts';
import { type Soon, soon } from '../domain/soon.ts';
import { makeCrowd } from '../http/crowd.ts';
import type { Answering, Asking } from '../http/exchange.ts';
import { CROWD, type LoadGuard } from '../http/load-guard.ts';
import type { Doorkeeper } from './admit.ts';
import { makeRateLimit, overLimit, type RateLimit, rateHeaders } from './rate-limit.ts';

export interface GateOptions {
  readonly doorkeeper: Doorkeeper;
  /** Undefined: none. */
  readonly rateLimit?: RateLimit | undefined;
  /** More requests than this at once are refused, so that the others are answered in time. */
  readonly mostAtOnce: number;
  readonly guard: LoadGuard;
}

/** What each request for records passes before anything else of it is looked at. */
export interface Gate {
  /** Nothing if there is room: whoever found it must enter. Rejects with Problem when it is time to refuse. */
  findRoom(request: Asking): Promise<never> | undefined;
  /** Throws Problem; a caller without a token learns nothing else. Whoever passed must leave. */
  enter(request: Asking, response: Answering): Soon<Caller>;
  /** Who it will be, as it was the last time, if the gate lets anyone in. */
  expect(request: Asking): Caller | undefined;
  /** It took that long, whether or not the caller still waits for the answer. */
  leave(tookMs: number): void;
}

/** What a caller does not notice. */
const IN_TIME_MS = 100;

export function makeGate({ doorkeeper, rateLimit, mostAtOnce, guard }: GateOptions): Gate {
  const rate = rateLimit && makeRateLimit(rateLimit, () => performance.now());
  // While the database is slow, requests would pile up without end; those that are too many are told to come again.
  const crowd = makeCrowd({ most: mostAtOnce, least: CROWD, inTimeMs: IN_TIME_MS });

  function countIn(caller: Caller, response: Answering): Caller {
    if (!rate) return caller;
    const allowance = rate.count(caller.tokenId);
    for (const [name, value] of Object.entries(rateHeaders(allowance))) response.setHeader(name, value);
    if (!allowance.allowed) throw overLimit(allowance);
    return caller;
  }

  function turnAway(error: unknown): never {
    crowd.leave(undefined);
    throw error;
  }

  return {
    findRoom(request) {
      requireHost(request);
      if (!guard.isTooMany() && crowd.enter()) return undefined;
      return new Promise((_, reject) => guard.refuse(reject));
    },
    enter(request, response) {
      try {
        const entering = soon(doorkeeper.admit(request.headers.authorization), (caller) => countIn(caller, response));
        return entering instanceof Promise ? entering.catch(turnAway) : entering;
      } catch (error) {
        return turnAway(error);
      }
    },
    expect({ headers }) {
      const caller = doorkeeper.recall(headers.authorization);
      return caller && rate?.isUsedUp(caller.tokenId) ? undefined : caller;
    },
    leave: (tookMs) => crowd.leave(tookMs),
  };
}

/** RFC 9112 §3.2: required, although nothing here is made of it. Throws Problem('invalid'). */
export function requireHost({ headers, httpVersion }: Asking): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new Problem('invalid', 'The Host header is missing; HTTP/1.1 requires it.');
  }
}
