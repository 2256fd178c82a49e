import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export type CorpusServer = {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The same server by another name, so that it is another origin and another site. */
  readonly otherOrigin: string;
  readonly requests: readonly IncomingMessage[];
  close(): Promise<void>;
};

/** An image of one colour: `/colour.svg?c=ff0000&w=200&h=100&delay=50`. */
function colour(_request: IncomingMessage, response: ServerResponse, { searchParams }: URL): void {
  const [width, height, fill] = [searchParams.get('w') ?? '1', searchParams.get('h') ?? '1', searchParams.get('c')];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${fill}"/></svg>`;
  setTimeout(
    () => response.setHeader('content-type', 'image/svg+xml').end(svg),
    Number(searchParams.get('delay') ?? 0),
  );
}

export function typed(type: string, body: string | Buffer, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) =>
    response.setHeaders(new Map(Object.entries({ 'content-type': type, ...headers }))).end(body);
}

export function html(body: string, headers: Record<string, string> = {}): Behaviour {
  return typed('text/html; charset=utf-8', body, headers);
}

/** Serves each path by its behaviour, `/colour.svg`, and 404 for all others. */
export async function serveCorpus(behaviours: Readonly<Record<string, Behaviour>>): Promise<CorpusServer> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    const url = new URL(request.url ?? '/', 'http://corpus.test');
    const behaviour = url.pathname === '/colour.svg' ? colour : behaviours[url.pathname];
    if (behaviour) behaviour(request, response, url);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('not in the corpus');
  };
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
