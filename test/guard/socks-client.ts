import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readAllow } from '../../src/guard/allow-list.ts';
import { type GuardOptions, makeGuard } from '../../src/guard/guard.ts';
import { type GuardProxy, openProxy, type ProxyLimits } from '../../src/guard/proxy.ts';

/** `allow` is the text of CAPTURE_ALLOW. */
export type ProxyConfig = Omit<GuardOptions, 'allow'> & ProxyLimits & { allow?: string };

/** Opens a proxy that closes at the end of the test. */
export async function guardProxy(t: TestContext, config: ProxyConfig): Promise<GuardProxy> {
  const proxy = await openProxy(makeGuard({ ...config, allow: readAllow(config.allow ?? '') }), config);
  t.after(() => proxy.close());
  return proxy;
}

/** Resolves the names of the table only, and records each lookup. */
export function names(table: Record<string, string[] | (() => string[])>) {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    const answer = table[host];
    if (answer === undefined) throw Object.assign(new Error(`no such name: ${host}`), { code: 'ENOTFOUND' });
    return typeof answer === 'function' ? answer() : answer;
  };
  return { asked, resolve };
}

export type Canary = { port: number; hits: string[]; connections: () => number };

/** An HTTP server on loopback that records every request and connection. */
export async function canary(
  t: TestContext,
  listener?: RequestListener,
  host = '127.0.0.1',
  port = 0,
): Promise<Canary> {
  const hits: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    if (listener) listener(request, response);
    else response.end('the canary');
  });
  server.on('connection', () => connections++);
  return { port: await listening(t, server, { host, port }), hits, connections: () => connections };
}

/** A TCP server on loopback. Returns its port. */
export async function rawServer(t: TestContext, serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  return listening(t, server as Server, { host: '127.0.0.1', port: 0 });
}

async function listening(t: TestContext, server: Server, at: { host: string; port: number }): Promise<number> {
  server.listen(at);
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return (server.address() as AddressInfo).port;
}

export function connectTo(t: TestContext, proxy: GuardProxy): Socket {
  const socket = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  return socket;
}

/** Sends these bytes to the proxy. Returns all bytes that the proxy sends until it closes the connection. */
export async function speak(proxy: GuardProxy, bytes: Buffer): Promise<Buffer> {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.write(bytes);
  return buffer(socket);
}

export const GREETING = Buffer.of(5, 1, 0);

/** A CONNECT request with the host as a name, as Chromium sends every host. */
export function connectRequest(host: string, port: number): Buffer {
  return Buffer.concat([Buffer.of(5, 1, 0, 3, host.length), Buffer.from(host, 'latin1'), portBytes(port)]);
}

export function portBytes(port: number): Buffer {
  return Buffer.of(port >> 8, port & 255);
}

/** `status` is that of RFC 1928; `body` is what the host sent. */
export type Answer = { status: number | undefined; body: string };

export function answerOf(bytes: Buffer): Answer {
  return { status: bytes[3], body: bytes.subarray(12).toString('latin1') };
}

/** Connects to `host:port` through the proxy, sends `inside` and returns the answer. */
export async function ask(proxy: GuardProxy, authority: string, inside = CLOSING_GET): Promise<Answer> {
  const [, bracketed, name, port] = /^(?:\[(.*)\]|([^:]*)):(\d+)$/.exec(authority) ?? [];
  const request = connectRequest(bracketed ?? name ?? '', Number(port));
  return answerOf(await speak(proxy, Buffer.concat([GREETING, request, Buffer.from(inside)])));
}

export const CLOSING_GET = 'GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** Waits until `what` is true, at most for `patienceMs`. */
export async function happens(what: () => boolean, patienceMs: number): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (!what() && Date.now() < end) await setTimeout(10);
  return what();
}
