import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import type { Admit } from './admit.ts';
import { makeRateLimit, type RateLimit, rateHeaders, tooMany } from './rate-limit.ts';

export interface GateOptions {
  readonly admit: Admit;
  /** Undefined: none. */
  readonly rateLimit?: RateLimit | undefined;
  /** More requests than this at once are refused, so that the others are answered in time. */
  readonly mostAtOnce: number;
  /** Whether every answer is late at the moment. */
  readonly overloaded: () => boolean;
}

/** What each request for records passes before anything else of it is looked at. */
export interface Gate {
  /** Throws Problem; a caller without a token learns nothing else. Whoever passed must leave. */
  enter(request: IncomingMessage, response: ServerResponse): Promise<Caller>;
  leave(): void;
}

export function makeGate({ admit, rateLimit, mostAtOnce, overloaded }: GateOptions): Gate {
  const count = rateLimit && makeRateLimit(rateLimit, () => performance.now());
  let inside = 0;
  return {
    async enter(request, response) {
      // While the database is slow, requests would pile up without end; those that are too many come again later.
      inside += 1;
      requireHost(request);
      if (inside > mostAtOnce || overloaded()) throw overload();
      const caller = await admit(request.headers.authorization);
      if (count) {
        const allowance = count(caller.tokenId);
        for (const [name, value] of Object.entries(rateHeaders(allowance))) response.setHeader(name, value);
        if (!allowance.allowed) throw tooMany(allowance);
      }
      return caller;
    },

    leave() {
      inside -= 1;
    },
  };
}

export function overload(): Problem {
  return new Problem('unavailable', 'The server is overloaded at the moment; try again soon.');
}

/** RFC 9112 §3.2: required, although nothing here is made of it. Throws Problem('invalid'). */
export function requireHost({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new Problem('invalid', 'The Host header is missing; HTTP/1.1 requires it.');
  }
}
