import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorAnswer, errorAnswer } from './errors.ts';

/** An error of Node's HTTP parser; the raw packet is what it choked on, after so many bytes of it. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

/**
 * Answers what never became a request (a malformed request line, broken headers, too much of either) with an Error
 * record as well. Node would answer with a bare status line.
 */
export function answerBelowRouter(link: string): (error: ParserError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const [status, description] = explain(error);
    endWithError(socket, errorAnswer(link, status, description));
  };
}

/** Two more that Node answers by itself, one with no body and the other by hanging up. */
export function answerBesideRouter(server: Server, link: string): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const description = 'The expectation in the Expect header cannot be met; only 100-continue can.';
    const { status, headers, body } = errorAnswer(link, 417, description);
    response.writeHead(status, { ...headers, Connection: 'close' }).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const description = 'The method CONNECT is not allowed: this server is no proxy.';
    endWithError(socket, errorAnswer(link, 405, description, { Allow: 'GET, HEAD, OPTIONS' }));
  });
}

function endWithError(socket: Duplex, { status, headers, body }: ErrorAnswer): void {
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString(), Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  socket.end(Buffer.concat([Buffer.from(head), body]));
}

/** Whether an earlier answer is on its way over this socket: an error in the midst of it would be taken for a part of it. */
function isAnswering(socket: Socket): boolean {
  return Boolean((socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent);
}

function explain(error: ParserError): [number, string] {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    // Node counts the request line and the headers together; the line is to blame if it had not ended by then.
    const { rawPacket, bytesParsed } = error;
    const read = Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, bytesParsed).toString('latin1') : '';
    return /^[\r\n]*[A-Z-]+ [^\n]*$/.test(read)
      ? [414, 'The URL is too long; at most 16 KiB are allowed.']
      : [431, 'The request headers are too long; at most 16 KiB are allowed.'];
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time.'];
  return [400, 'The request is invalid: it is not a well-formed HTTP request.'];
}
