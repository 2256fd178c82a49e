import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionIncident, ConnectionProblem, type Destination, type Guard } from '../domain/ports/guard.ts';
import { normaliseHost } from './address.ts';
import { type ByteLimits, countBytes } from './byte-count.ts';
import { asConnectionProblem, failed } from './failure.ts';
import { readRequest, reply, statusOf } from './socks5.ts';

export type ProxyLimits = { readonly bytes?: ByteLimits; readonly handshakeTimeoutMs?: number };

/** The only way to the network for the browser context of one capture. */
export type GuardProxy = {
  /** For `Target.createBrowserContext({ proxyServer, proxyBypassList: '<-loopback>' })`. */
  readonly url: string;
  /**
   * The last refused or failed connection to the host and port of this URL. It explains a failed navigation: Chromium
   * reports `net::ERR_SOCKS_CONNECTION_FAILED` for every reason.
   */
  incidentFor(url: string): ConnectionIncident | undefined;
  /** An entry for each host, port and reason, the newest last. */
  incidents(): ConnectionIncident[];
  /** The bytes of all connections so far, in both directions. */
  bytes(): number;
  /** Cuts every connection. The browser can open new ones. */
  hangUp(): void;
  /** Cuts every connection and frees the port. */
  close(): Promise<void>;
};

const MIB = 1024 * 1024;

/** A page can request any number of hosts. */
const MAX_INCIDENTS = 1000;

/** Chromium opens at most 32 connections to a proxy, and 255 WebSockets. */
const MAX_CONNECTIONS = 512;

/** Shared by all captures, because an abort without a reason creates an error with a stack each time. */
const clientClosed = new Error('The client closed the connection.');

/**
 * Opens a SOCKS5 proxy on a port of its own. Chromium sends no SOCKS5 user name, so the port tells which capture a
 * connection belongs to. Chromium's limit of 32 connections to a proxy also applies to each capture alone.
 */
export async function openProxy(guard: Guard, limits: ProxyLimits = {}): Promise<GuardProxy> {
  const { bytes = { connection: 128 * MIB, capture: 256 * MIB }, handshakeTimeoutMs = 10_000 } = limits;
  const count = countBytes(bytes);
  const incidents = new Map<string, ConnectionIncident>();
  const clients = new Set<Socket>();

  const report = ({ incident }: ConnectionProblem) => {
    const key = `${incident.host} ${incident.port} ${incident.kind === 'refused' ? 'refused' : incident.reason}`;
    // Deleting the entry first moves it to the end.
    if (incidents.delete(key) || incidents.size < MAX_INCIDENTS) incidents.set(key, incident);
  };

  const relay = (client: Socket, upstream: Duplex, destination: Destination) => {
    const meter = count.newMeter();
    const cut = (problem: ConnectionProblem) => {
      if (client.destroyed) return;
      report(problem);
      reset(client);
    };
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (chunk: Buffer) => meter(chunk.length) || cut(failed(destination, 'too-many-bytes')));
      from.pipe(to);
    }
    upstream.on('error', (error) => {
      // Chromium sees a reset by the host itself. Only the guard knows why it cut a connection.
      if (error instanceof ConnectionProblem) cut(error);
      else reset(client);
    });
    upstream.on('close', () => client.destroySoon());
    client.on('close', () => upstream.destroy());
  };

  const serve = async (client: Socket) => {
    clients.add(client);
    const closed = new AbortController();
    client.once('close', () => {
      clients.delete(client);
      closed.abort(clientClosed);
    });
    // Chromium can reset a connection at any time.
    client.on('error', () => client.destroy());
    const handshake = setTimeout(() => client.destroy(), handshakeTimeoutMs);
    const destination = await readRequest(client, closed.signal).catch(() => undefined);
    clearTimeout(handshake);
    if (destination === undefined) return client.destroySoon();
    try {
      if (count.isExceeded()) throw failed(destination, 'too-many-bytes');
      const upstream = await guard.connect(destination, closed.signal);
      if (client.destroyed) return upstream.destroy();
      reply(client, 'succeeded');
      relay(client, upstream, destination);
    } catch (error) {
      if (client.destroyed) return;
      const problem = asConnectionProblem(error, destination);
      report(problem);
      reply(client, statusOf(problem.incident));
      client.destroySoon();
    }
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, serve);
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const hangUp = () => {
    for (const client of clients) reset(client);
  };

  return {
    url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    incidentFor: (url) => {
      const wanted = destinationOf(url);
      return [...incidents.values()].findLast(({ host, port }) => host === wanted?.host && port === wanted?.port);
    },
    incidents: () => [...incidents.values()],
    bytes: count.total,
    hangUp,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      hangUp();
      await closed;
    },
  };
}

/**
 * Resets the connection, because a regular end would complete a response without a Content-Length. After `end()` libuv
 * refuses a reset, and Node would leave the socket open.
 */
function reset(client: Socket): void {
  if (client.writableEnded) client.destroy();
  else client.resetAndDestroy();
}

function destinationOf(url: string): Destination | undefined {
  const parsed = URL.parse(url);
  const host = normaliseHost(parsed?.hostname ?? '');
  if (parsed === null || host === undefined) return undefined;
  const secure = parsed.protocol === 'https:' || parsed.protocol === 'wss:';
  return { host, port: Number(parsed.port || (secure ? 443 : 80)) };
}
