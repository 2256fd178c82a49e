import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readAllow } from '../../src/guard/allow-list.ts';
import { type Egress, type EgressConfig, openEgress } from '../../src/guard/egress.ts';

/** A guard that ends with the test; `allow` is the text of CAPTURE_ALLOW. */
export async function guard(t: TestContext, config: Omit<EgressConfig, 'allow'> & { allow?: string }): Promise<Egress> {
  const egress = await openEgress({ ...config, allow: readAllow(config.allow ?? '') });
  t.after(() => egress.close());
  return egress;
}

/** A resolver of these names only, which also counts how often it was asked. */
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

/** A server on loopback that remembers whoever came. */
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

/** A server that does with each connection what the test says. */
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

/** Sends these bytes to the proxy, half closes nothing, and returns all that comes until the proxy closes. */
export async function speak(egress: Egress, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(egress.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

export type Answer = { status: number; reason: string | undefined; body: string };

function answerOf(raw: string): Answer {
  const [head = '', body = ''] = raw.split(/\r\n\r\n(.*)/s);
  const reason = /^pagekeep-egress: (.*)$/im.exec(head)?.[1]?.trim();
  return { status: Number(head.split(' ')[1]), reason, body };
}

export async function get(egress: Egress, url: string, headers = ''): Promise<Answer> {
  const raw = await speak(
    egress,
    `GET ${url} HTTP/1.1\r\nHost: ignored.example\r\nConnection: close\r\n${headers}\r\n`,
  );
  return answerOf(raw);
}

/** CONNECT, then a request inside the tunnel if one is given. */
export async function tunnel(egress: Egress, authority: string, inside = ''): Promise<Answer> {
  return answerOf(await speak(egress, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n${inside}`));
}

/** A generous while, over as soon as it happens. What is to happen does so within some tens of milliseconds. */
export async function happens(what: () => boolean, patienceMs: number): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (!what() && Date.now() < end) await setTimeout(10);
  return what();
}
