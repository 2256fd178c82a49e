import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import {
  ask,
  canary,
  connectRequest,
  connectTo,
  GREETING,
  guardProxy,
  happens,
  names,
  rawServer,
} from './socks-client.ts';

const SUCCEEDED = 0;
const GENERAL_FAILURE = 1;
const HOST_UNREACHABLE = 4;
const CONNECTION_REFUSED = 5;

describe('every failed connection has its reason', () => {
  test('a name that does not exist', async (t) => {
    const proxy = await guardProxy(t, names({ 'empty.test': [] }));
    for (const host of ['nowhere.test', 'empty.test']) {
      assert.equal((await ask(proxy, `${host}:443`)).status, HOST_UNREACHABLE);
      assert.partialDeepStrictEqual(proxy.incidentFor(`https://${host}/`), {
        kind: 'failed',
        reason: 'name-not-found',
      });
    }
  });

  test('a port without a listener', async (t) => {
    const proxy = await guardProxy(t, { allow: '127.0.0.1', ...names({}) });
    const port = await freedPort(t);
    assert.equal((await ask(proxy, `127.0.0.1:${port}`)).status, CONNECTION_REFUSED);
    assert.partialDeepStrictEqual(proxy.incidents(), [{ reason: 'connection-refused' }]);
  });

  test('a resolver that never answers', async (t) => {
    const proxy = await guardProxy(t, { resolve: () => new Promise(() => {}), connectTimeoutMs: 50 });
    assert.equal((await ask(proxy, 'slow.test:443')).status, HOST_UNREACHABLE);
    assert.partialDeepStrictEqual(proxy.incidents(), [{ reason: 'timed-out' }]);
  });

  test('a host that never accepts the connection', async (t) => {
    const dial = () => new Socket();
    const proxy = await guardProxy(t, { ...names({ 'far.example': ['93.184.216.34'] }), dial, connectTimeoutMs: 50 });
    assert.equal((await ask(proxy, 'far.example:443')).status, HOST_UNREACHABLE);
    assert.partialDeepStrictEqual(proxy.incidents(), [{ reason: 'timed-out' }]);
  });

  test('a host that accepts the connection and sends nothing', async (t) => {
    const port = await rawServer(t, () => {});
    const proxy = await guardProxy(t, { allow: '127.0.0.1', idleTimeoutMs: 50 });
    await assert.rejects(ask(proxy, `127.0.0.1:${port}`), { code: 'ECONNRESET' });
    assert.partialDeepStrictEqual(proxy.incidentFor(`http://127.0.0.1:${port}/`), { reason: 'timed-out' });
  });

  test('a host that stops in the middle of its response', async (t) => {
    const port = await rawServer(t, (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    const proxy = await guardProxy(t, { allow: '127.0.0.1', idleTimeoutMs: 50 });
    await assert.rejects(ask(proxy, `127.0.0.1:${port}`), { code: 'ECONNRESET' });
    assert.partialDeepStrictEqual(proxy.incidents(), [{ reason: 'timed-out' }]);
  });

  test('but a host that resets the connection is left to the browser, which sees the reset', async (t) => {
    const port = await rawServer(t, (socket) => socket.once('data', () => socket.resetAndDestroy()));
    const proxy = await guardProxy(t, { allow: '127.0.0.1' });
    await assert.rejects(ask(proxy, `127.0.0.1:${port}`), { code: 'ECONNRESET' });
    assert.deepEqual(proxy.incidents(), []);
  });

  test('and a host that closes the connection, too', async (t) => {
    const port = await rawServer(t, (socket) => socket.end('220 mail.example ESMTP\r\n'));
    const proxy = await guardProxy(t, { allow: '127.0.0.1' });
    const { status, body } = await ask(proxy, `127.0.0.1:${port}`, '');
    assert.deepEqual([status, body], [SUCCEEDED, '220 mail.example ESMTP\r\n']);
    assert.deepEqual(proxy.incidents(), []);
  });
});

describe('bytes are limited', () => {
  const endless = (t: TestContext) =>
    rawServer(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = () => socket.write(Buffer.alloc(65_536), (error) => error ?? setImmediate(more));
      more();
    });

  test('for one connection; the next one works', async (t) => {
    const [port, server] = [await endless(t), await canary(t)];
    const proxy = await guardProxy(t, { allow: '127.0.0.1', bytes: { connection: 200_000, capture: 10_000_000 } });
    await assert.rejects(ask(proxy, `127.0.0.1:${port}`), { code: 'ECONNRESET' });
    assert.partialDeepStrictEqual(proxy.incidents(), [{ port, reason: 'too-many-bytes' }]);
    assert.ok(proxy.bytes() < 1_000_000);
    assert.match((await ask(proxy, `127.0.0.1:${server.port}`)).body, /^HTTP\/1\.1 200/);
  });

  test('for a whole capture; no connection works after that', async (t) => {
    const [port, server] = [await endless(t), await canary(t)];
    const proxy = await guardProxy(t, { allow: '127.0.0.1', bytes: { connection: 10_000_000, capture: 200_000 } });
    await assert.rejects(ask(proxy, `127.0.0.1:${port}`), { code: 'ECONNRESET' });
    assert.equal((await ask(proxy, `127.0.0.1:${server.port}`)).status, GENERAL_FAILURE);
    assert.partialDeepStrictEqual(proxy.incidentFor(`http://127.0.0.1:${server.port}/`), { reason: 'too-many-bytes' });
    assert.equal(server.connections(), 0);
  });

  test('for what the browser sends, too', async (t) => {
    const port = await rawServer(t, (socket) => socket.resume());
    const proxy = await guardProxy(t, { allow: '127.0.0.1', bytes: { connection: 200_000, capture: 10_000_000 } });
    await assert.rejects(ask(proxy, `127.0.0.1:${port}`, 'x'.repeat(1_000_000)));
    assert.partialDeepStrictEqual(proxy.incidents(), [{ port, reason: 'too-many-bytes' }]);
  });

  test('a browser that stops reading stops the host from sending', async (t) => {
    const port = await endless(t);
    const proxy = await guardProxy(t, { allow: '127.0.0.1', idleTimeoutMs: 200 });
    const socket = connectTo(t, proxy);
    socket.write(Buffer.concat([GREETING, connectRequest('127.0.0.1', port)]));
    // The idle timeout ends the connection. With an unbounded buffer, the byte limit would.
    assert.ok(await happens(() => proxy.incidents().length > 0, 20_000));
    assert.partialDeepStrictEqual(proxy.incidents(), [{ reason: 'timed-out' }]);
  });
});

async function freedPort(t: TestContext): Promise<number> {
  const proxy = await guardProxy(t, {});
  await proxy.close();
  return Number(new URL(proxy.url).port);
}
