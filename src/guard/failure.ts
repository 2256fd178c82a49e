import { type ConnectionFailure, ConnectionProblem, type Destination } from '../domain/ports/guard.ts';

const SENTENCES: Record<ConnectionFailure, string> = {
  'name-not-found': 'its name was not found',
  'connection-refused': 'it refused the connection',
  unreachable: 'it cannot be reached from here',
  'timed-out': 'it did not answer in time',
  'connection-lost': 'it closed the connection too early',
  proxy: 'its proxy failed',
  'too-many-bytes': 'it sent more bytes than a capture may take',
};

const FAILURE_OF_CODE: Record<string, ConnectionFailure> = {
  ENOTFOUND: 'name-not-found',
  ENODATA: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'connection-refused',
  ETIMEDOUT: 'timed-out',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
};

export function failed({ host, port }: Destination, reason: ConnectionFailure, cause?: unknown): ConnectionProblem {
  const message = `${host}:${port} could not be visited: ${SENTENCES[reason]}.`;
  return new ConnectionProblem({ kind: 'failed', host, port, reason, message }, { cause });
}

/** Converts an error of the resolver or of the socket. Keeps a ConnectionProblem. */
export function asConnectionProblem(error: unknown, destination: Destination): ConnectionProblem {
  return error instanceof ConnectionProblem ? error : failed(destination, failureOf(error), error);
}

function failureOf(error: unknown): ConnectionFailure {
  // Node tried several addresses. As in a browser, the last error counts.
  if (error instanceof AggregateError) return failureOf(error.errors.at(-1));
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return FAILURE_OF_CODE[code] ?? 'unreachable';
}
