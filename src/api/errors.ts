import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { clientStatus, STATUS_OF } from '../http/status.ts';
import { Unauthorized } from './admit.ts';
import { sendError } from './reply.ts';

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
    if (error.cause !== undefined) request.log.warn({ reqId: request.id, err: error.cause }, error.message);
    return sendError(reply, link, status, error.message, headersOf(error, allow));
  }
  const status = clientStatus(error);
  if (status) return sendError(reply, link, status, 'The request is invalid: it could not be read.');
  request.log.error({ reqId: request.id, err: error }, 'a request failed');
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
