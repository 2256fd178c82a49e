import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Problem } from '../domain/problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    bodyType?: string | undefined;
  }
}

const ANY = 'application/octet-stream';

/**
 * Fastify refuses a malformed Content-Type, and a QUERY without one, before the operation runs. The type matters only if
 * there is a body, so it is replaced until then.
 */
export function setBodyTypeAside(request: FastifyRequest, _reply: unknown, done: HookHandlerDoneFunction): void {
  const { headers, method } = request.raw;
  const takesBody = request.routeOptions.schema?.body !== undefined;
  if (!takesBody && (headers['content-type'] !== undefined || method === 'QUERY')) {
    request.bodyType = headers['content-type'];
    headers['content-type'] = ANY;
  }
  done();
}

/** False for nearly all requests: without these headers a request has no body (RFC 9112 §6.3). */
export function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/**
 * Refuses a request body. An empty one is accepted whatever its type: real clients send `Content-Type: application/json`
 * with a DELETE that has no body. Throws Problem('invalid') or Problem('unsupported-media').
 */
export async function refuseBody(request: IncomingMessage, bodyType: string | undefined): Promise<void> {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) return refuseChunks(request, bodyType);
  if (Number(headers['content-length'] ?? 0) !== 0) throw bodyProblem(bodyType);
}

/** Reads and drops the rest of the body, which would otherwise block the next request of the connection. */
function refuseChunks(request: IncomingMessage, bodyType: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      if (chunk.length > 0) reject(bodyProblem(bodyType));
    });
    // finished() also reports a request that was aborted earlier, for which no event follows.
    finished(request, (cause) => {
      if (cause) reject(new Problem('invalid', 'The request body was cut short.', { cause }));
      else resolve();
    });
  });
}

function bodyProblem(bodyType = ''): Problem {
  const type = bodyType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) {
    return new Problem('invalid', 'This operation takes no request body; send none.');
  }
  return new Problem('unsupported-media', 'The content type of the request body is not supported: send no body.');
}
