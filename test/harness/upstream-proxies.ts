import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A proxy on loopback. `asked` are the destinations that it was asked for, as it received them. */
export type TestProxy = { readonly port: number; readonly asked: string[]; readonly connections: () => number };

export type ProxyBehaviour = {
  /** `username:password`; without it, no sign-in is needed. */
  readonly login?: string;
  /** The port on 127.0.0.1 behind a host name; other names are unknown to the proxy. */
  readonly names?: Readonly<Record<string, number>>;
};

/** An HTTP proxy with CONNECT. */
export async function httpProxy(t: Pick<TestContext, 'after'>, { login, names = {} }: ProxyBehaviour = {}) {
  const asked: string[] = [];
  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on('connect', ({ headers, url = '' }, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy());
    const given = /^Basic (\S+)$/.exec(headers['proxy-authorization'] ?? '')?.[1] ?? '';
    if (login !== undefined && Buffer.from(given, 'base64').toString() !== login)
      return client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n');
    asked.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const target = portOf(hostname, Number(port || 80), names);
    if (target === undefined) return client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const upstream = connect(target, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n');
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  return listening(t, server, asked);
}

/** A SOCKS5 proxy (RFC 1928) with user name and password (RFC 1929). */
export async function socksProxy(t: Pick<TestContext, 'after'>, { login, names = {} }: ProxyBehaviour = {}) {
  const asked: string[] = [];
  const server = createTcpServer(async (client) => {
    client.on('error', () => client.destroy());
    const read = async (count: number): Promise<Buffer> => {
      for (;;) {
        const bytes: Buffer | null = client.read(count);
        if (bytes) return bytes;
        await once(client, 'readable');
      }
    };
    const [, methodCount = 0] = await read(2);
    const methods = await read(methodCount);
    const wanted = login === undefined ? 0 : 2;
    if (!methods.includes(wanted)) return client.end(Buffer.of(5, 0xff));
    client.write(Buffer.of(5, wanted));
    if (login !== undefined) {
      const [, nameLength = 0] = await read(2);
      const name = await read(nameLength);
      const password = await read((await read(1))[0] ?? 0);
      const isRight = `${name}:${password}` === login;
      client.write(Buffer.of(1, isRight ? 0 : 1));
      if (!isRight) return client.end();
    }
    const [, , , type] = await read(4);
    const host = type === 1 ? (await read(4)).join('.') : (await read((await read(1))[0] ?? 0)).toString();
    const port = (await read(2)).readUInt16BE();
    asked.push(`${host}:${port}`);
    const answer = (status: number) => client.write(Buffer.of(5, status, 0, 1, 0, 0, 0, 0, 0, 0));
    const target = portOf(host, port, names);
    if (target === undefined) {
      answer(4);
      return client.end();
    }
    const upstream = connect(target, '127.0.0.1', () => {
      answer(0);
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => {
      answer(5);
      client.end();
    });
  });
  return listening(t, server, asked);
}

function portOf(host: string, port: number, names: Readonly<Record<string, number>>): number | undefined {
  return host === '127.0.0.1' ? port : names[host];
}

/** A server that is no proxy. */
export async function oddProxy(t: Pick<TestContext, 'after'>, serve: (client: Socket) => void): Promise<TestProxy> {
  return listening(t, createTcpServer(serve), []);
}

async function listening(t: Pick<TestContext, 'after'>, server: Server, asked: string[]): Promise<TestProxy> {
  const clients = new Set<Socket>();
  let connections = 0;
  server.on('connection', (client: Socket) => {
    connections++;
    clients.add(client);
    client.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked, connections: () => connections };
}
