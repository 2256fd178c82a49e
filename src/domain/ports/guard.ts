import type { Duplex } from 'node:stream';
import { Problem } from '../problem.ts';

/** Every connection to a host that a user or a webpage names goes through the guard. */
export interface Guard {
  /**
   * Resolves the host once, checks all its addresses and connects to one of them. The connection ends with a
   * ConnectionProblem if it stays idle for too long. Throws ConnectionProblem. An abort of `signal` ends the attempt,
   * but not an open connection.
   */
  connect(destination: Destination, signal: AbortSignal): Promise<Duplex>;
  /**
   * For a destination that another machine resolves: throws ConnectionProblem if it is a forbidden address, or a name that
   * only the own machine or network has.
   */
  check(destination: Destination): void;
}

/** `host` is a name or an address, as the WHATWG URL standard serialises it, but without the brackets of IPv6. */
export type Destination = { readonly host: string; readonly port: number };

/** Why a connection to an allowed address failed. */
export type ConnectionFailure =
  | 'name-not-found'
  | 'connection-refused'
  | 'unreachable'
  | 'timed-out'
  | 'connection-lost'
  | 'proxy' // the proxy of the webpage did not do its work
  | 'too-many-bytes';

/** A connection that was refused or failed. The message is a sentence for the user. */
export type ConnectionIncident = Destination & { readonly message: string } & (
    | {
        readonly kind: 'refused';
        readonly address: string;
        readonly addressKind: string;
        /** The setting that allows this destination. */
        readonly setting: string;
      }
    | { readonly kind: 'failed'; readonly reason: ConnectionFailure }
  );

/** Its kind is 'unprocessable' for a refused connection and 'unavailable' for a failed one. */
export class ConnectionProblem extends Problem {
  readonly incident: ConnectionIncident;

  constructor(incident: ConnectionIncident, options?: ErrorOptions) {
    super(incident.kind === 'refused' ? 'unprocessable' : 'unavailable', incident.message, options);
    this.name = 'ConnectionProblem';
    this.incident = incident;
  }
}
