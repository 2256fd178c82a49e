import type { IncomingHttpHeaders, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** What is looked at in a request for a record. Node's own have it. */
export interface Asking {
  readonly url?: string | undefined;
  readonly httpVersion: string;
  readonly headers: IncomingHttpHeaders;
}

/** What it takes to answer one. Node's own responses can do it. */
export interface Answering {
  readonly socket: Socket | null;
  readonly statusCode: number;
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, headers: OutgoingHttpHeaders | OutgoingHttpHeader[]): unknown;
  end(body?: string | Buffer): unknown;
  destroy(): unknown;
}
