import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Bounds the memory of request bodies: those that are read at the same time have `mostBytes` together, by their announced
 * length. Further requests get 503. Hooks that check who sends a request come before: a stranger cannot reserve a large body.
 */
export function limitBodies(app: FastifyInstance, mostBytes: number): void {
  let reserved = 0;
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bodyBytes(request);
    if (bytes > mostBytes - reserved) {
      const message = 'The server receives too much data at the moment; try again soon.';
      done(new Problem('unavailable', message, { retryAfter: RETRY_AFTER_SECONDS }));
      return;
    }
    reserved += bytes;
    // Also emitted if the client goes away before it has sent all.
    if (bytes > 0) {
      reply.raw.once('close', () => {
        reserved -= bytes;
      });
    }
    done(null, payload);
  });
}

/** The most that is read of the body. A body without a length may have any. */
function bodyBytes(request: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return 0;
  const { bodyLimit } = request.routeOptions;
  return Math.min(Number(length ?? bodyLimit), bodyLimit);
}
