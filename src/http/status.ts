import type { ProblemKind } from '../domain/problem.ts';

/** The HTTP status of each kind of problem. */
export const STATUS_OF = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media': 415,
  unprocessable: 422,
  'too-many': 429,
  damaged: 500,
  unavailable: 503,
} satisfies Record<ProblemKind, number>;

/** Fastify's own errors about a request (a broken URL, a body cut short) carry a 4xx status. */
export function clientStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  return status >= 400 && status < 500 ? status : undefined;
}
