import type { FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';

/**
 * No operation takes a request body. An empty one is fine whatever its type: real clients send
 * `Content-Type: application/json` with a bodiless DELETE. Throws Problem('invalid') or Problem('unsupported-media').
 */
export function refuseBody(request: FastifyRequest): void | Promise<void> {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined) return refuseChunks(request);
  if (headers['content-length'] !== undefined && headers['content-length'] !== '0') throw bodyProblem(request);
}

async function refuseChunks(request: FastifyRequest): Promise<void> {
  for await (const chunk of request.raw) {
    if (chunk.length > 0) throw bodyProblem(request);
  }
}

function bodyProblem(request: FastifyRequest): Problem {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) {
    return new Problem('invalid', 'This operation takes no request body; send none.');
  }
  return new Problem('unsupported-media', 'The content type of the request body is not supported: send no body.');
}
