import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from '../http/node-http.ts';
import { type ErrorAnswer, errorAnswer } from './errors.ts';

/** An error of Node's HTTP parser. The raw packet is the one that it failed on, after so many bytes. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

interface MalformedRequests {
  /** The handler of the server's event 'clientError'. */
  answerParserError(error: ParserError, socket: Socket): void;
  watch(server: Server): void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers requests that never reach the router with an Error record: malformed request lines, broken headers, too much of
 * either, CONNECT, and expectations. Node would answer with a bare status line, or hang up. `everywhere` are the headers of
 * every response.
 */
export function answerMalformedRequests(
  link: string,
  everywhere: Readonly<Record<string, string>> = {},
): MalformedRequests {
  const open = new WeakMap<Duplex, Set<Exchange>>();
  const newest = new WeakMap<Duplex, Exchange>();
  const refused = new WeakSet<Duplex>();

  /** Requests that arrived whole before the malformed one are answered first. */
  function refuseInTurn(socket: Duplex, refuse: () => void): void {
    // Node reports every further packet of the connection.
    if (refused.has(socket)) return;
    refused.add(socket);
    const before = [...(open.get(socket) ?? [])].findLast(({ request }) => request.complete)?.response;
    if (before) before.once('close', refuse);
    else refuse();
  }

  function answerParserError(error: ParserError, socket: Socket): void {
    refuseInTurn(socket, () => {
      const last = newest.get(socket);
      // The error is in the body of a request that has its answer.
      const isAnswered = last !== undefined && !last.request.complete && last.response.headersSent;
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else if (isAnswered) socket.end();
      else endWithError(socket, errorAnswer(link, ...explain(error), everywhere));
    });
  }

  return {
    answerParserError,
    watch(server) {
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        const exchanges = open.get(request.socket) ?? new Set();
        const exchange = { request, response };
        open.set(request.socket, exchanges.add(exchange));
        newest.set(request.socket, exchange);
        response.once('close', () => exchanges.delete(exchange));
      });
      server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
        const description = 'The expectation in the Expect header cannot be met; only 100-continue can.';
        const { status, headers, body } = errorAnswer(link, 417, description, everywhere);
        response.writeHead(status, { ...headers, connection: 'close' }).end(body);
      });
      server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
        const description = 'The method CONNECT is not allowed: this server is not a proxy.';
        const answer = errorAnswer(link, 405, description, { ...everywhere, allow: 'GET, HEAD, OPTIONS' });
        refuseInTurn(socket, () => endWithError(socket, answer));
      });
    },
  };
}

function endWithError(socket: Duplex, { status, headers, body }: ErrorAnswer): void {
  const lines = Object.entries({ ...headers, date: new Date().toUTCString(), connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  socket.end(Buffer.concat([Buffer.from(head), body]));
}

function explain(error: ParserError): [number, string] {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    // Node counts the request line and the headers together. The line is too long if it had not ended by then.
    const { rawPacket, bytesParsed } = error;
    const read = Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, bytesParsed).toString('latin1') : '';
    return /^[\r\n]*[A-Z-]+ [^\n]*$/.test(read)
      ? [414, 'The URL is too long; at most 16 KiB are allowed.']
      : [431, 'The request headers are too long; at most 16 KiB are allowed.'];
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time.'];
  return [400, 'The request is invalid: it is not a well-formed HTTP request.'];
}
