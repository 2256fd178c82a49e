import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { test } from 'node:test';
import {
  answerOf,
  ask,
  canary,
  connectRequest,
  connectTo,
  GREETING,
  guardProxy,
  happens,
  names,
  rawServer,
  speak,
} from './socks-client.ts';

test('bytes arrive unchanged in both directions', async (t) => {
  const sent = randomBytes(3_000_000);
  const hash = createHash('sha256');
  const port = await rawServer(t, (socket) => {
    let length = 0;
    socket.on('data', (chunk) => {
      hash.update(chunk);
      length += chunk.length;
      if (length === sent.length) socket.end(sent);
    });
  });
  const proxy = await guardProxy(t, { allow: '127.0.0.1' });
  const { body } = answerOf(await speak(proxy, Buffer.concat([GREETING, connectRequest('127.0.0.1', port), sent])));
  assert.ok(Buffer.from(body, 'latin1').equals(sent));
  assert.equal(hash.digest('hex'), createHash('sha256').update(sent).digest('hex'));
  assert.equal(proxy.bytes(), 2 * sent.length);
});

test('a client that ends its side still receives the response', async (t) => {
  const port = await rawServer(t, (socket) => socket.once('end', () => socket.end('whole')).resume());
  const proxy = await guardProxy(t, { allow: '127.0.0.1' });
  const socket = connectTo(t, proxy);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.end(Buffer.concat([GREETING, connectRequest('127.0.0.1', port)]));
  assert.ok(await happens(() => answerOf(Buffer.concat(received)).body === 'whole', 20_000));
});

test('hanging up cuts every connection, and new ones work', async (t) => {
  let waiting = 0;
  const port = await rawServer(t, (socket) =>
    socket.once('data', (asked) => {
      if (String(asked).includes('/never')) waiting++;
      else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    }),
  );
  const proxy = await guardProxy(t, { allow: '127.0.0.1' });
  const open = [1, 2].map(() => ask(proxy, `127.0.0.1:${port}`, 'GET /never'));
  assert.ok(await happens(() => waiting === 2, 20_000));
  proxy.hangUp();
  for (const { status } of await Promise.allSettled(open)) assert.equal(status, 'rejected');
  assert.match((await ask(proxy, `127.0.0.1:${port}`)).body, /ok$/);
});

test('closing cuts every connection, also one that is being made', async (t) => {
  let hostClosed = false;
  const port = await rawServer(t, (socket) => socket.once('close', () => (hostClosed = true)).resume());
  const resolve = (host: string) => (host === 'slow.test' ? new Promise<string[]>(() => {}) : Promise.resolve([]));
  const proxy = await guardProxy(t, { allow: '127.0.0.1', resolve });
  const open = [ask(proxy, `127.0.0.1:${port}`), ask(proxy, 'slow.test:80')];
  const ended = Promise.allSettled(open);
  assert.ok(await happens(() => proxy.bytes() > 0, 20_000));
  await proxy.close();
  await ended;
  assert.ok(await happens(() => hostClosed, 20_000));
  await assert.rejects(ask(proxy, `127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
});

test('a closed client ends the connection to the host', async (t) => {
  let hostClosed = false;
  const port = await rawServer(t, (socket) => socket.once('close', () => (hostClosed = true)).resume());
  const proxy = await guardProxy(t, { allow: '127.0.0.1' });
  const socket = connectTo(t, proxy);
  socket.write(Buffer.concat([GREETING, connectRequest('127.0.0.1', port), Buffer.from('x')]));
  assert.ok(await happens(() => proxy.bytes() > 0, 20_000));
  socket.resetAndDestroy();
  assert.ok(await happens(() => hostClosed, 20_000));
  assert.deepEqual(proxy.incidents(), []);
});

test('the list of incidents is limited', async (t) => {
  const proxy = await guardProxy(t, names({}));
  for (let i = 0; i < 1100; i += 50)
    await Promise.all(Array.from({ length: 50 }, (_, n) => ask(proxy, `h${i + n}.test:80`)));
  assert.equal(proxy.incidents().length, 1000);
});

test('several requests share a connection', async (t) => {
  const server = await canary(t);
  const proxy = await guardProxy(t, { allow: '127.0.0.1' });
  const twice = 'GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  await ask(proxy, `127.0.0.1:${server.port}`, twice);
  assert.deepEqual([server.hits, server.connections()], [['GET /1', 'GET /2'], 1]);
});

test('hanging up closes a connection that the host is just ending', async (t) => {
  let hangUp = () => {};
  const dial = (_addresses: string[], port: number) => {
    // Hangs up after the proxy has ended its side, and before libuv has sent the end.
    return connect(port, '127.0.0.1').on('end', () => process.nextTick(() => hangUp()));
  };
  const port = await rawServer(t, (socket) => socket.end('whole'));
  const proxy = await guardProxy(t, { allow: '127.0.0.1', dial });
  hangUp = proxy.hangUp;
  await Promise.allSettled([ask(proxy, `127.0.0.1:${port}`, '')]);
  await proxy.close();
  const openSockets = () => process.getActiveResourcesInfo().filter((type) => type === 'TCPSocketWrap');
  assert.ok(await happens(() => openSockets().length === 0, 5_000), 'a socket stays open');
});
