import { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Problem } from '../domain/problem.ts';
import type { Asking } from '../http/exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    bodyType?: string | undefined;
  }
}

const ANY = 'application/octet-stream';

/**
 * Fastify refuses a malformed Content-Type, and a QUERY without one, before the operation is reached. Here the type
 * matters only once a body has come, so it is put aside until then.
 */
export function setBodyTypeAside(request: FastifyRequest, _reply: unknown, done: HookHandlerDoneFunction): void {
  const { headers, method } = request.raw;
  if (headers['content-type'] !== undefined || method === 'QUERY') {
    request.bodyType = headers['content-type'];
    headers['content-type'] = ANY;
  }
  done();
}

/**
 * No operation takes a request body. An empty one is fine whatever its type: real clients send
 * `Content-Type: application/json` with a bodiless DELETE. Throws Problem('invalid') or Problem('unsupported-media').
 */
export function refuseBody(request: Asking, bodyType = request.headers['content-type']): void | Promise<void> {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined && request instanceof IncomingMessage) {
    return refuseChunks(request, bodyType);
  }
  if (headers['content-length'] !== undefined && headers['content-length'] !== '0') throw bodyProblem(bodyType);
}

/** The rest is read and dropped: a stream that is left half read would hold up the next request of its connection. */
function refuseChunks(request: IncomingMessage, bodyType: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      if (chunk.length > 0) reject(bodyProblem(bodyType));
    });
    // It also tells of a request that was broken off before: no event of that comes any more.
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
