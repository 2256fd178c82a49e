import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isIdentifier } from '../domain/identifier.ts';
import type { Caller } from '../domain/ports/tokens.ts';
import { type MayLackRecords, refuseIncomplete } from '../http/completeness.ts';
import { makeConcurrencyLimit } from '../http/concurrency-limit.ts';
import { BURST, type LoadGuard } from '../http/load-guard.ts';
import type { Authenticate } from './authenticate.ts';
import { makeRateLimit, overLimit, type RateLimit, rateHeaders } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** Whether the request counts as running. */
    isRunning: boolean;
    /** From then on, the request does not count as running. For answers that wait for something else than this server. */
    standAside(): void;
    /** How long the answer takes says nothing about the server. */
    stoodAside?: boolean;
  }
  interface FastifyContextConfig {
    /** The statement that finds the token also reads the webpage of the path. */
    readonly readsWebpage?: boolean;
  }
}

export interface AdmissionOptions {
  readonly authenticate: Authenticate;
  /** Undefined: none. */
  readonly rateLimit?: RateLimit | undefined;
  /** Requests beyond this number at once get 503. */
  readonly maxConcurrent: number;
  readonly guard: LoadGuard;
  readonly mayLackRecords: MayLackRecords;
}

/** An answer that takes longer counts as late. */
const IN_TIME_MS = 100;

/** Adds the checks to a scope. All scopes share the limits. */
export type AddAdmission = (scope: FastifyInstance) => void;

/**
 * Checks every request for records before its path and parameters: load first, then the token, then the rate limit. So a
 * caller without a token learns nothing else.
 */
export function makeAdmission(options: AdmissionOptions): AddAdmission {
  const { authenticate, rateLimit, maxConcurrent, guard, mayLackRecords } = options;
  const rate = rateLimit && makeRateLimit(rateLimit, () => performance.now());
  // While the database is slow, requests would pile up in memory.
  const limit = makeConcurrencyLimit({ most: maxConcurrent, least: BURST, inTimeMs: IN_TIME_MS });

  return (scope) => {
    scope.decorateRequest('isRunning', false);
    scope.decorateRequest('stoodAside', false);
    scope.decorateRequest('standAside', function standAside(this: FastifyRequest) {
      if (this.isRunning) limit.leave(undefined);
      this.isRunning = false;
      this.stoodAside = true;
    });
    scope.addHook('onRequest', async (request, reply) => {
      if (guard.isOverloaded() || !limit.enter()) await guard.refuse();
      try {
        request.caller = await authenticate(request.headers.authorization, {
          webpageId: webpageOf(request),
          address: request.ip,
        });
        if (rate) {
          const allowance = rate.count(request.caller.tokenId);
          reply.headers(rateHeaders(allowance));
          if (!allowance.allowed) throw overLimit(allowance);
        }
        if (mayLackRecords() && !request.routeOptions.config.missesNothing) throw refuseIncomplete();
        request.isRunning = true;
      } catch (error) {
        limit.leave(undefined);
        throw error;
      }
    });
    // onSend runs for every answer, also when the client has hung up; onResponse does not.
    scope.addHook('onSend', (request, reply, _payload, done) => {
      if (request.isRunning) limit.leave(reply.elapsedTime);
      request.isRunning = false;
      done();
    });
  };
}

function webpageOf({ routeOptions, params }: FastifyRequest): string | undefined {
  if (!routeOptions.config.readsWebpage) return undefined;
  const { webpage = '' } = params as { webpage?: string };
  return isIdentifier(webpage) ? webpage : undefined;
}
