import type { AddressKind } from './address.ts';

export type Destination = { host: string; port: number };

/** Why a connection that may be made did not come about, or was cut. */
export type EgressFailureReason =
  | 'name-not-found'
  | 'connection-refused'
  | 'unreachable'
  | 'timed-out'
  | 'connection-lost'
  | 'too-many-bytes'
  | 'bad-answer';

/** What the guard did not let through, with a sentence for the one who asked for the capture. */
export type EgressIncident = Destination & { message: string } & (
    | { kind: 'refused'; address: string; addressKind: Exclude<AddressKind, 'public'> | 'own'; setting: string }
    | { kind: 'failed'; reason: EgressFailureReason }
  );

export class EgressError extends Error {
  readonly incident: EgressIncident;

  constructor(incident: EgressIncident, options?: ErrorOptions) {
    super(incident.message, options);
    this.name = 'EgressError';
    this.incident = incident;
  }
}

const FAILURES: Record<EgressFailureReason, string> = {
  'name-not-found': 'its name was not found',
  'connection-refused': 'it refused the connection',
  unreachable: 'it cannot be reached from here',
  'timed-out': 'it did not answer in time',
  'connection-lost': 'it closed the connection too early',
  'too-many-bytes': 'it sent more bytes than a capture may take',
  'bad-answer': 'its answer was not HTTP, or its headers were too long',
};

const REASONS: Record<string, EgressFailureReason> = {
  ENOTFOUND: 'name-not-found',
  ENODATA: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'connection-refused',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ENETDOWN: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ETIMEDOUT: 'timed-out',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
};

export function failed({ host, port }: Destination, reason: EgressFailureReason, cause?: unknown): EgressError {
  const message = `${host}:${port} could not be visited: ${FAILURES[reason]}.`;
  return new EgressError({ kind: 'failed', host, port, reason, message }, { cause });
}

/** Any error on the way to `destination`, as an incident. */
export function asEgressError(error: unknown, destination: Destination): EgressError {
  if (error instanceof EgressError) return error;
  return failed(destination, reasonOf(error), error);
}

function reasonOf(error: unknown): EgressFailureReason {
  // Several addresses were tried: the last one's reason stands for all, as in a browser.
  if (error instanceof AggregateError) return reasonOf(error.errors.at(-1));
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? 'bad-answer';
}

/** Tells an answer of the guard from one of the page, and says why; it is taken out of every page's answer. */
export const EGRESS_HEADER = 'Pagekeep-Egress';

/** The guard's own answer: 403 for what was refused, 502 or 504 for what failed. */
export function incidentAnswer(incident: EgressIncident): { status: number; headers: string[]; body: string } {
  const reason = incident.kind === 'refused' ? 'refused' : incident.reason;
  const status = reason === 'refused' ? 403 : reason === 'timed-out' ? 504 : 502;
  const body = `${incident.message}\n`;
  const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))];
  return { status, headers: [...headers, 'Cache-Control', 'no-store', EGRESS_HEADER, reason], body };
}
