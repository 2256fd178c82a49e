import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, statusLine } from './reply.ts';

/** An error of Node's HTTP parser; the raw packet is what it choked on. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

/**
 * Answers what never became a request (a malformed request line, broken headers, too much of either) with an Error
 * record as well. Node would answer with a bare status line.
 */
export function answerBelowRouter(link: string): (error: ParserError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, description] = explain(error);
    const body = errorBody(status, description);
    socket.end(
      Buffer.concat([
        Buffer.from(
          [
            `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
            `Status: ${statusLine(status)}`,
            'Content-Type: application/json',
            `Link: ${link}`,
            'Cache-Control: no-store',
            `Content-Length: ${body.length}`,
            `Date: ${new Date().toUTCString()}`,
            'Connection: close',
            '\r\n',
          ].join('\r\n'),
        ),
        body,
      ]),
    );
  };
}

function explain(error: ParserError): [number, string] {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    // Node counts the request line and the headers together; the line alone is to blame if it never ended.
    return Buffer.isBuffer(error.rawPacket) && error.rawPacket.includes('\n')
      ? [431, 'The request headers are too long; at most 16 KiB are allowed.']
      : [414, 'The URL is too long; at most 16 KiB are allowed.'];
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time.'];
  return [400, 'The request is invalid: it is not a well-formed HTTP request.'];
}
