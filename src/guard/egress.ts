import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { normaliseHost } from './address.ts';
import type { AllowRule } from './allow-list.ts';
import { CheckedAgent, forward } from './forward.ts';
import { type Destination, type EgressIncident, failed } from './incident.ts';
import { dialAny, interfaceAddresses, type Reach, reach, resolveAll } from './reach.ts';
import { type ByteBounds, countBytes, type Way } from './relay.ts';
import { openTunnel } from './tunnel.ts';

export type EgressConfig = {
  /** From CAPTURE_ALLOW, by `readAllow`. */
  allow: readonly AllowRule[];
  bytes?: ByteBounds;
  /** For the name and the connection together. */
  connectTimeoutMs?: number;
  idleTimeoutMs?: number;
  /** As many as Chromium takes, unless told otherwise. */
  maxHeaderBytes?: number;
} & Partial<Pick<Reach, 'resolve' | 'dial' | 'ownAddresses'>>;

/** The only way out for the browser context of one capture. */
export type Egress = {
  /** For `Target.createBrowserContext({ proxyServer, proxyBypassList: '<-loopback>' })`. */
  readonly url: string;
  /**
   * What became of the last attempt to reach the host and port of this URL, if it did not succeed. Ask when a
   * navigation ended in a net error (a tunnel that fails is `net::ERR_TUNNEL_CONNECTION_FAILED`, whatever the reason)
   * or in an answer with the header `Pagekeep-Egress`: that one is the guard's own page and not the host's.
   */
  incidentFor(url: string): EgressIncident | undefined;
  /** Everything that was refused or failed, a line for each host, port and reason. */
  incidents(): EgressIncident[];
  /** Moved so far, in both directions. */
  bytes(): number;
  /** Cuts every connection; others may be made. */
  hangUp(): void;
  /** Cuts every connection for good; resolves when the port is free. */
  close(): Promise<void>;
};

const MIB = 1024 * 1024;

/** Made once: an abort without a reason makes an error with a stack, in every capture. */
const over = new Error('The capture is over.');

// A page that asks for a million hosts must not fill our memory with its list.
const MAX_INCIDENTS = 1000;

// Chromium itself holds at most 32 connections to a proxy and 255 WebSockets.
const MAX_CONNECTIONS = 512;

/**
 * A filtering proxy on a port of its own: with one for each capture, whatever comes through belongs to that capture,
 * its bytes are bounded together, and Chromium's limit of 32 connections to a proxy is not shared between tabs.
 */
export async function openEgress(config: EgressConfig): Promise<Egress> {
  const guard = guardOf(config);
  const idleTimeoutMs = config.idleTimeoutMs ?? 30_000;
  const maxHeaderBytes = config.maxHeaderBytes ?? 256 * 1024;
  const count = countBytes(config.bytes ?? { connection: 128 * MIB, capture: 256 * MIB });
  const incidents = new Map<string, EgressIncident>();
  const sockets = new Set<Socket>();
  const closing = new AbortController();

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const connect = async (destination: Destination, signal: AbortSignal) => {
    if (count.spent()) throw failed(destination, 'too-many-bytes');
    const socket = await reach(destination, guard, signal);
    keep(socket);
    socket.setTimeout(idleTimeoutMs, () => socket.destroy(failed(destination, 'timed-out')));
    return socket;
  };
  const way: Way = {
    connect: (destination, signal) => connect(destination, AbortSignal.any([signal, closing.signal])),
    newMeter: count.newMeter,
    report: ({ incident }) => {
      const key = `${incident.host} ${incident.port} ${incident.kind === 'refused' ? 'refused' : incident.reason}`;
      // Removed first, so that the newest is the last.
      if (incidents.delete(key) || incidents.size < MAX_INCIDENTS) incidents.set(key, incident);
    },
  };

  const agent = new CheckedAgent((destination) => connect(destination, closing.signal), {
    idleTimeoutMs,
    maxHeaderBytes,
  });
  const server = createServer({ maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 2 * idleTimeoutMs, noDelay: true });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', keep);
  server.on('request', (asked, response) => forward({ asked, response }, { ...way, agent, maxHeaderBytes }));
  server.on('connect', (request, client, head) => openTunnel({ request, client, head }, way));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    incidentFor: (url) => {
      const wanted = destinationOf(url);
      return [...incidents.values()].findLast(({ host, port }) => host === wanted?.host && port === wanted?.port);
    },
    incidents: () => [...incidents.values()],
    bytes: count.total,
    hangUp,
    close: async () => {
      closing.abort(over);
      const closed = once(server, 'close');
      server.close();
      agent.destroy();
      hangUp();
      await closed;
    },
  };
}

function guardOf({ allow, resolve, dial, ownAddresses, connectTimeoutMs }: EgressConfig): Reach {
  return {
    allow,
    resolve: resolve ?? resolveAll,
    dial: dial ?? dialAny,
    ownAddresses: ownAddresses ?? interfaceAddresses,
    connectTimeoutMs: connectTimeoutMs ?? 10_000,
  };
}

function destinationOf(url: string): Destination | undefined {
  const parsed = URL.parse(url);
  const host = normaliseHost(parsed?.hostname ?? '');
  if (parsed === null || host === undefined) return undefined;
  const secure = parsed.protocol === 'https:' || parsed.protocol === 'wss:';
  return { host, port: Number(parsed.port || (secure ? 443 : 80)) };
}
