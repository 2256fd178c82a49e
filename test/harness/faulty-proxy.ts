import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The fault that the proxy adds to a request. */
export type Fault =
  | 'none'
  | 'error' // the proxy answers 500
  | { readonly status: number; readonly code: string } // the proxy answers with this S3 error
  | 'stall' // no response
  | 'reset' // the connection is closed
  | 'cut'; // the response stops in the middle of its first chunk

export interface FaultyProxy {
  readonly url: string;
  /** How often each fault happened. */
  readonly caused: Readonly<Record<'error' | 'stall' | 'reset' | 'cut', number>>;
  close(): Promise<void>;
}

/** A reverse proxy that causes the chosen faults. */
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
  // Forwards only complete requests: the S3 server of the tests stores an interrupted upload, unlike a real one.
  buffer(request).then(
    (body) => onward.end(body),
    () => onward.destroy(),
  );
}
