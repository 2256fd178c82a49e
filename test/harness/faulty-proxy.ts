import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What is done to one request on its way. */
export type Fault =
  | 'none'
  | 'error' // answered with 500 in the server's place
  | { readonly status: number; readonly code: string } // answered so, with an error of S3
  | 'stall' // never answered
  | 'reset' // the connection is cut
  | 'cut'; // the answer begins and stops in its middle

export interface FaultyProxy {
  readonly url: string;
  /** Faults that were really caused. */
  readonly caused: Readonly<Record<'error' | 'stall' | 'reset' | 'cut', number>>;
  close(): Promise<void>;
}

/** An HTTP server that stands before another one and spoils what it is told to. */
export async function proxyTo(target: string, choose: (request: IncomingMessage) => Fault): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const caused = { error: 0, stall: 0, reset: 0, cut: 0 };
  const server = createServer((request, response) => {
    const fault = choose(request);
    if (fault !== 'none') caused[typeof fault === 'object' ? 'error' : fault] += 1;
    if (fault === 'error' || typeof fault === 'object') {
      const { status, code } = fault === 'error' ? { status: 500, code: 'InternalError' } : fault;
      request.resume();
      response
        .writeHead(status, { 'Content-Type': 'application/xml' })
        .end(`<Error><Code>${code}</Code><Message>Made by a test</Message></Error>`);
    } else if (fault === 'reset') {
      request.socket.destroy();
    } else if (fault === 'stall') {
      request.resume();
    } else {
      forward({ hostname, port }, request, response, fault === 'cut');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward(
  to: { hostname: string; port: string },
  request: IncomingMessage,
  response: ServerResponse,
  cut: boolean,
): void {
  const { method, url: path, headers } = request;
  const onward = httpRequest({ ...to, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (cut) answer.once('data', (some: Buffer) => response.write(some.subarray(0, some.length / 2)));
    else answer.pipe(response);
  });
  onward.once('error', () => response.destroy());
  // Only whole requests go on: an S3 server throws away what was broken off, but the one that tests use keeps a part.
  buffer(request).then(
    (body) => onward.end(body),
    () => onward.destroy(),
  );
}
