import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';
import { clientStatus, STATUS_OF } from '../http/status.ts';
import { Unauthorized } from './admit.ts';
import { presentError } from './present.ts';
import { statusLine } from './reply.ts';

/** A passing trouble, such as a database that is being restarted. */
const RETRY_AFTER_SECONDS = 5;

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Where an error came up: what the log and the answer say of it. */
export interface Place {
  readonly log: FastifyBaseLogger;
  readonly id: string;
  readonly link: string;
  readonly allow?: string | undefined;
}

/** How anything that was thrown is answered. What is not a Problem is a bug: its cause reaches the log, never the caller. */
export function describeError(error: unknown, { log, id, link, allow }: Place): ErrorAnswer {
  if (error instanceof Problem) {
    if (error.cause !== undefined) log.warn({ reqId: id, err: error.cause }, error.message);
    return errorAnswer(link, STATUS_OF[error.kind], error.message, headersOf(error, allow));
  }
  const status = clientStatus(error);
  if (status) return errorAnswer(link, status, 'The request is invalid: it could not be read.');
  log.error({ reqId: id, err: error }, 'a request failed');
  // The id leads from the caller's complaint to the line in the log.
  return errorAnswer(link, 500, 'A server error has occurred; it has been logged.', { 'X-Request-Id': id });
}

/** Every error answer of the API is made here. */
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
      Status: statusLine(status),
      'Content-Type': 'application/json',
      Link: link,
      'Cache-Control': 'no-store',
      'Content-Length': String(body.length),
      ...headers,
    },
    body,
  };
}

/** Answers anything that was thrown in a route of Fastify's. */
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
    headers['WWW-Authenticate'] = `Bearer realm="Pagekeep"${problem.tokenCame ? ', error="invalid_token"' : ''}`;
  }
  if (problem.kind === 'method-not-allowed' && allow) headers.Allow = allow;
  if (problem.kind === 'unavailable' || problem.kind === 'too-many') {
    headers['Retry-After'] = String(problem.retryAfter ?? RETRY_AFTER_SECONDS);
  }
  return headers;
}
