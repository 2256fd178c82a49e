import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type ProblemKind } from '../domain/problem.ts';
import { Unauthorized } from './admit.ts';
import { sendError } from './reply.ts';

/** The one table from what can go wrong to HTTP. */
export const STATUS_OF = {
  invalid: 400,
  unauthorized: 401,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  unprocessable: 422,
  'too-many': 429,
  unavailable: 503,
} satisfies Record<ProblemKind, number>;

/** A passing trouble, such as a database that is being restarted. */
const RETRY_AFTER_SECONDS = 5;

/** Answers anything that was thrown. What is not a Problem is a bug: its cause reaches the log, never the caller. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  link: string,
  allow?: string,
): FastifyReply {
  if (error instanceof Problem) {
    const status = STATUS_OF[error.kind];
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, error.message);
    return sendError(reply, link, status, error.message, headersOf(error, allow));
  }
  const status = clientStatus(error);
  if (status) return sendError(reply, link, status, 'The request is invalid: it could not be read.');
  request.log.error({ err: error }, 'a request failed');
  // The id leads from the caller's complaint to the line in the log.
  return sendError(reply, link, 500, 'A server error has occurred; it has been logged.', {
    'X-Request-Id': request.id,
  });
}

function headersOf(problem: Problem, allow: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (problem instanceof Unauthorized) {
    headers['WWW-Authenticate'] = `Bearer realm="Pagekeep"${problem.tokenCame ? ', error="invalid_token"' : ''}`;
  }
  if (problem.kind === 'method-not-allowed' && allow) headers.Allow = allow;
  if (problem.kind === 'unavailable' || problem.kind === 'too-many') {
    headers['Retry-After'] = String(problem.retryAfter ?? RETRY_AFTER_SECONDS);
  }
  return headers;
}

/** Fastify's own complaints about a request (a broken URL, a body cut short) carry a 4xx status. */
function clientStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  return status >= 400 && status < 500 ? status : undefined;
}
