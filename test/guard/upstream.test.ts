import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { proxyOf, readProxyLogin } from '../../src/domain/proxy.ts';
import { readAllow } from '../../src/guard/allow-list.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { type GuardProxy, openProxy } from '../../src/guard/proxy.ts';
import { throughProxy } from '../../src/guard/upstream.ts';
import { httpProxy, oddProxy, socksProxy } from '../harness/upstream-proxies.ts';
import { ask, canary } from './socks-client.ts';

const SECRET = 'hush:hush2';

interface Chain {
  readonly address: string;
  readonly login?: string;
  readonly allow?: string;
  readonly answerTimeoutMs?: number;
  readonly bytes?: { readonly connection: number; readonly capture: number };
}

/** The guard's proxy, which the browser uses, with a proxy behind it. */
async function chain(t: TestContext, { address, login, allow = '127.0.0.1', ...more }: Chain): Promise<GuardProxy> {
  const guard = makeGuard({ allow: readAllow(allow), resolve: async () => ['127.0.0.1'] });
  const { answerTimeoutMs = 2_000, bytes } = more;
  const upstream = { proxy: proxyOf(address), login: readProxyLogin(login ?? null), answerTimeoutMs };
  const proxy = await openProxy(throughProxy(guard, upstream), bytes ? { bytes } : {});
  t.after(() => proxy.close());
  return proxy;
}

/** The message of the incident; it never contains the password. */
function messageOf(proxy: GuardProxy, target: string): string {
  const message = proxy.incidentFor(`http://${target}/`)?.message ?? '';
  assert.doesNotMatch(message, /hush/);
  return message;
}

const KINDS = { http: httpProxy, socks5: socksProxy } as const;

for (const [kind, start] of Object.entries(KINDS)) {
  describe(`a connection through a proxy with ${kind}`, () => {
    for (const login of [undefined, SECRET])
      test(`${login ? 'with' : 'without'} a login reaches a name that only the proxy resolves`, async (t) => {
        const site = await canary(t);
        const upstream = await start(t, { names: { 'site.example': site.port }, ...(login && { login }) });
        const proxy = await chain(t, {
          address: `${kind}://127.0.0.1:${upstream.port}`,
          ...(login && { login }),
        });
        const { status, body } = await ask(proxy, 'site.example:80');
        assert.equal(status, 0);
        assert.match(body, /the canary$/);
        assert.deepEqual(upstream.asked, ['site.example:80']);
        assert.deepEqual(proxy.incidents(), []);
      });

    test('is not made for an address or a name that is private, and the proxy does not learn of it', async (t) => {
      const upstream = await start(t);
      const proxy = await chain(t, {
        address: `${kind}://127.0.0.1:${upstream.port}`,
        allow: `127.0.0.1:${upstream.port},wiki.intranet`,
      });
      const hosts = ['10.0.0.1', '169.254.169.254', '[fd00::1]', '127.0.0.1', '2130706433', 'localhost', 'a.localhost'];
      const names = ['printer.local', 'metadata.google.internal', 'router', 'nas.lan', 'x.home.arpa'];
      for (const host of [...hosts, ...names]) {
        assert.equal((await ask(proxy, `${host}:80`)).status, 2, host);
        assert.match(messageOf(proxy, `${host}`), /captures may not visit; CAPTURE_ALLOW=\S+ would allow it/, host);
      }
      assert.equal(upstream.connections(), 0);
      await ask(proxy, 'wiki.intranet:80');
      assert.deepEqual(upstream.asked, ['wiki.intranet:80'], 'allowed by name');
    });

    test('is not made through a proxy with a private address', async (t) => {
      const upstream = await start(t);
      const proxy = await chain(t, { address: `${kind}://127.0.0.1:${upstream.port}`, allow: '' });
      assert.equal((await ask(proxy, 'site.example:80')).status, 2);
      assert.match(
        messageOf(proxy, 'site.example'),
        new RegExp(
          `^The proxy ${kind}://127.0.0.1:\\d+ cannot be used: 127.0.0.1 is a loopback address, .*would allow it`,
        ),
      );
      assert.equal(upstream.connections(), 0);
    });

    test('fails with the name of the proxy if that does not work', async (t) => {
      const guarded = await start(t, { login: SECRET });
      const open = await start(t);
      const odd = (serve: Parameters<typeof oddProxy>[1]) => oddProxy(t, serve);
      const nonsense = await odd((client) => client.end('220 mail.example ESMTP\r\n\r\n'.repeat(1000)));
      const hanging = await odd(() => undefined);
      const closing = await odd((client) => client.destroy());
      const cases = [
        { port: guarded.port, login: 'hush:hush', says: 'did not accept the user name and the password' },
        { port: guarded.port, says: 'asks for a user name and a password' },
        { port: open.port, says: 'could not reach nowhere.example:80' },
        { port: nonsense.port, says: 'did not answer as' },
        { port: hanging.port, answerTimeoutMs: 50, says: 'did not answer in time' },
        { port: closing.port, login: SECRET, says: 'closed the connection without an answer' },
        { port: await unusedPort(), says: 'cannot be used: 127.0.0.1:\\d+ could not be visited' },
      ];
      for (const { port, says, ...more } of cases) {
        const proxy = await chain(t, { address: `${kind}://127.0.0.1:${port}`, ...more });
        assert.notEqual((await ask(proxy, 'nowhere.example:80')).status, 0);
        assert.match(messageOf(proxy, 'nowhere.example'), new RegExp(`^The proxy ${kind}://127.0.0.1:\\d+ ${says}`));
      }
    });

    test('keeps the limits of bytes', async (t) => {
      const site = await canary(t, (_request, response) => response.end(Buffer.alloc(1_000_000)));
      const upstream = await start(t, { names: { 'site.example': site.port } });
      const proxy = await chain(t, {
        address: `${kind}://127.0.0.1:${upstream.port}`,
        bytes: { connection: 50_000, capture: 80_000 },
      });
      await ask(proxy, 'site.example:80').catch(() => undefined);
      assert.match(proxy.incidents().at(-1)?.message ?? '', /site\.example:80 .* more bytes than a capture may take/);
    });
  });
}

/** A port of loopback on which nothing listens. */
async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
