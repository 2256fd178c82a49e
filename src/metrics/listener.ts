import type { AddressInfo } from 'node:net';
import { answerHealth, type Readiness } from './health.ts';

// Not by `import`: see http/node-http.ts.
const { createServer } = process.getBuiltinModule('node:http');

export interface ListenerParts {
  readonly host: string;
  readonly port: number;
  metrics(): Promise<string>;
  readiness(): Promise<Readiness>;
}

export interface Listener {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves metrics and health checks on a separate address that is not public. */
export async function listenForWatchers({ host, port, metrics, readiness }: ListenerParts): Promise<Listener> {
  const server = createServer(async (request, response) => {
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    try {
      if (request.url === '/metrics') send(200, 'text/plain; version=0.0.4; charset=utf-8', await metrics());
      else if (request.url === '/healthz') send(200, 'application/json', JSON.stringify({ status: 'ok' }));
      else if (request.url === '/readyz') {
        const { status, body } = answerHealth(await readiness());
        send(status, 'application/json', JSON.stringify(body));
      } else send(404, 'text/plain', 'Available paths: /metrics, /healthz, /readyz.\n');
    } catch {
      send(503, 'text/plain', 'The metrics are not available at the moment.\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const { port: real } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${real}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
