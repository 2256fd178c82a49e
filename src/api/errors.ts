import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import { clientStatus, STATUS_OF } from '../http/status.ts';
import { Unauthorized } from './authenticate.ts';
import { presentError } from './present.ts';
import { InsufficientScope } from './scope.ts';

/** For short outages, such as a restart of the database. */
const RETRY_AFTER_SECONDS = 5;

export const statusLine = (status: number) => `${status} ${STATUS_CODES[status]}`;

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface ErrorContext {
  readonly log: FastifyBaseLogger;
  readonly id: string;
  readonly link: string;
  readonly allow?: string | undefined;
}

/** The answer to a thrown error. An error that is no Problem is a bug: its cause is logged and not sent to the caller. */
function describeError(error: unknown, { log, id, link, allow }: ErrorContext): ErrorAnswer {
  if (error instanceof Problem) {
    if (error.cause !== undefined) log.warn({ reqId: id, err: error.cause }, error.message);
    return errorAnswer(link, STATUS_OF[error.kind], error.message, headersOf(error, allow));
  }
  const status = clientStatus(error);
  if (status) return errorAnswer(link, status, 'The request is invalid: it could not be read.');
  log.error({ reqId: id, err: error }, 'a request failed');
  // With the id an operator finds the log line that belongs to a caller's report.
  return errorAnswer(link, 500, 'A server error has occurred; it has been logged.', { 'x-request-id': id });
}

/** Makes every error answer of the API. */
export function errorAnswer(
  link: string,
  status: number,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): ErrorAnswer {
  const body = Buffer.from(JSON.stringify(presentError(STATUS_CODES[status] ?? 'Error', description)));
  return {
    status,
    headers: {
      status: statusLine(status),
      'content-type': 'application/json',
      link,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(body.length),
      ...headers,
    },
    body,
  };
}

export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  link: string,
  allow?: string,
): FastifyReply {
  return sendError(reply, describeError(error, { log: request.log, id: request.id, link, allow }));
}

export function sendError(reply: FastifyReply, { status, headers, body }: ErrorAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

function headersOf(problem: Problem, allow: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (problem instanceof Unauthorized) {
    headers['www-authenticate'] = `Bearer realm="Pagekeep"${problem.hasToken ? ', error="invalid_token"' : ''}`;
  }
  if (problem instanceof InsufficientScope) {
    headers['www-authenticate'] = `Bearer realm="Pagekeep", error="insufficient_scope", scope="${problem.scope}"`;
  }
  if (problem.kind === 'method-not-allowed' && allow) headers.allow = allow;
  if (problem.kind === 'unavailable' || problem.kind === 'too-many') {
    headers['retry-after'] = String(problem.retryAfter ?? RETRY_AFTER_SECONDS);
  }
  return headers;
}
