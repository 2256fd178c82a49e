import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import {
  answerOf,
  CLOSING_GET,
  canary,
  connectRequest,
  connectTo,
  GREETING,
  guardProxy,
  happens,
  names,
  portBytes,
  speak,
} from './socks-client.ts';

const [BIND, UDP_ASSOCIATE] = [2, 3];
const METHOD_ACCEPTED = Buffer.of(5, 0);

const loopback6 = Buffer.concat([Buffer.alloc(15), Buffer.of(1)]);

/** Each names the same canary. */
function requests(port: number): Record<string, Buffer> {
  return {
    'an IPv4 address': Buffer.concat([Buffer.of(5, 1, 0, 1, 127, 0, 0, 1), portBytes(port)]),
    'an IPv6 address': Buffer.concat([
      Buffer.of(5, 1, 0, 4),
      Buffer.alloc(10),
      Buffer.of(255, 255, 127, 0, 0, 1),
      portBytes(port),
    ]),
    'a name': connectRequest('page.test', port),
    'a name of 255 bytes': connectRequest(longName, port),
    'an IPv6 address as a name': connectRequest('::ffff:127.0.0.1', port),
  };
}

const longName = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(6)}.test`;

async function openForAll(t: TestContext) {
  const resolver = names({ 'page.test': ['127.0.0.1'], [longName]: ['127.0.0.1'] });
  const proxy = await guardProxy(t, { allow: '127.0.0.1,::1', ...resolver });
  return { proxy, asked: resolver.asked };
}

describe('a request', () => {
  for (const what of Object.keys(requests(0))) {
    test(`for ${what} connects, also byte by byte`, async (t) => {
      const server = await canary(t);
      const { proxy } = await openForAll(t);
      const request = requests(server.port)[what] ?? assert.fail();
      const whole = Buffer.concat([GREETING, request, Buffer.from(CLOSING_GET)]);
      assert.match(answerOf(await speak(proxy, whole)).body, /the canary$/);
      const socket = connectTo(t, proxy);
      const answer = buffer(socket);
      for (const byte of whole) {
        socket.write(Buffer.of(byte));
        await setTimeout(0);
      }
      assert.match(answerOf(await answer).body, /the canary$/);
      assert.equal(server.hits.length, 2);
    });
  }

  test('for an IPv6 address reaches the host there', async (t) => {
    const server = await canary(t, undefined, '::1');
    const { proxy } = await openForAll(t);
    const request = Buffer.concat([Buffer.of(5, 1, 0, 4), loopback6, portBytes(server.port)]);
    const answer = await speak(proxy, Buffer.concat([GREETING, request, Buffer.from(CLOSING_GET)]));
    assert.match(answerOf(answer).body, /the canary$/);
  });

  test('may offer other methods beside no authentication', async (t) => {
    const server = await canary(t);
    const { proxy } = await openForAll(t);
    const greeting = Buffer.of(5, 255, ...Array.from({ length: 255 }, (_, method) => 254 - method));
    const answer = await speak(
      proxy,
      Buffer.concat([greeting, connectRequest('page.test', server.port), Buffer.from(CLOSING_GET)]),
    );
    assert.match(answerOf(answer).body, /the canary$/);
  });

  test('gets no reply before the connection is made', async (t) => {
    const resolved = Promise.withResolvers<string[]>();
    const server = await canary(t);
    const proxy = await guardProxy(t, { allow: '127.0.0.1', resolve: () => resolved.promise });
    const socket = connectTo(t, proxy);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
    socket.write(Buffer.concat([GREETING, connectRequest('slow.test', server.port)]));
    assert.ok(await happens(() => received.length === 2, 20_000));
    await setTimeout(50);
    assert.deepEqual(received, METHOD_ACCEPTED);
    resolved.resolve(['127.0.0.1']);
    assert.ok(await happens(() => received.length === 12, 20_000));
    assert.deepEqual(received.subarray(2), Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
  });
});

describe('a violation of the protocol closes the connection', () => {
  const named = connectRequest('page.test', 80);
  const withByte = (index: number, value: number) => {
    const changed = Buffer.from(named);
    changed[index] = value;
    return changed;
  };
  const reply = (status: number) => Buffer.concat([METHOD_ACCEPTED, Buffer.of(5, status, 0, 1, 0, 0, 0, 0, 0, 0)]);
  const violations: Record<string, { sent: Buffer; received: Buffer }> = {
    SOCKS4: { sent: Buffer.of(4, 1, 0, 80, 127, 0, 0, 1, 0), received: Buffer.alloc(0) },
    HTTP: { sent: Buffer.from('CONNECT page.test:80 HTTP/1.1\r\n\r\n'), received: Buffer.alloc(0) },
    'no method': { sent: Buffer.of(5, 0), received: Buffer.alloc(0) },
    'only methods with authentication': { sent: Buffer.of(5, 2, 1, 2), received: Buffer.of(5, 0xff) },
    'another version in the request': { sent: withByte(0, 4), received: reply(1) },
    'a reserved byte that is not 0': { sent: withByte(2, 1), received: reply(1) },
    BIND: { sent: withByte(1, BIND), received: reply(7) },
    'UDP ASSOCIATE': { sent: withByte(1, UDP_ASSOCIATE), received: reply(7) },
    'an unknown command': { sent: withByte(1, 0), received: reply(7) },
    'an unknown address type': { sent: Buffer.of(5, 1, 0, 2), received: reply(8) },
    'an empty name': { sent: connectRequest('', 80), received: reply(1) },
    'a name that is no host': { sent: connectRequest('page test', 80), received: reply(1) },
    'a name with a path': { sent: connectRequest('page.test/', 80), received: reply(1) },
    'a name with a NUL': { sent: connectRequest('page.test\0.example', 80), received: reply(1) },
    'a name that is not ASCII': { sent: connectRequest('b\xfccher.test', 80), received: reply(1) },
    'port 0': { sent: connectRequest('page.test', 0), received: reply(1) },
  };
  for (const [what, { sent, received }] of Object.entries(violations)) {
    test(what, async (t) => {
      const { proxy, asked } = await openForAll(t);
      const hasGreeting = received.length > 2;
      assert.deepEqual(await speak(proxy, hasGreeting ? Buffer.concat([GREETING, sent]) : sent), received);
      assert.deepEqual(asked, []);
    });
  }

  test('whatever the bytes are', async (t) => {
    const { proxy, asked } = await openForAll(t);
    const violation = fc.uint8Array({ minLength: 1, maxLength: 600 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(violation, fc.boolean(), async (bytes, greets) => {
        const socket = connectTo(t, proxy);
        const answer = buffer(socket).catch(() => Buffer.alloc(0));
        socket.end(greets ? Buffer.concat([GREETING, bytes]) : bytes);
        assert.ok((await answer).length <= 12);
      }),
      { seed: 1, numRuns: 300 },
    );
    assert.deepEqual(asked, []);
  });
});

describe('a handshake is limited', () => {
  test('in time', async (t) => {
    const proxy = await guardProxy(t, { handshakeTimeoutMs: 50 });
    for (const part of [Buffer.alloc(0), Buffer.of(5), GREETING, Buffer.concat([GREETING, Buffer.of(5, 1, 0, 3, 9)])]) {
      const socket = connectTo(t, proxy);
      // On a busy machine the time is over before the part arrives, and the write fails.
      socket.on('error', () => undefined);
      socket.write(part);
      socket.resume();
      await new Promise((closed) => socket.once('close', closed));
    }
  });

  test('in bytes: what follows the request stays unread until the connection is made', async (t) => {
    const proxy = await guardProxy(t, { resolve: () => new Promise(() => {}) });
    const socket = connectTo(t, proxy);
    socket.write(Buffer.concat([GREETING, connectRequest('slow.test', 80)]));
    socket.write(Buffer.alloc(50_000_000));
    await once(socket, 'data');
    await setTimeout(500);
    assert.ok(socket.writableLength > 0, 'the proxy has read 50 MB');
    assert.equal(proxy.bytes(), 0);
  });

  test('and not in the time that the connection takes', async (t) => {
    const server = await canary(t);
    const resolve = () => setTimeout(2_300, ['127.0.0.1']);
    // A busy machine may take a while to read the handshake.
    const proxy = await guardProxy(t, { allow: '127.0.0.1', resolve, handshakeTimeoutMs: 2_000 });
    const sent = Buffer.concat([GREETING, connectRequest('page.test', server.port), Buffer.from(CLOSING_GET)]);
    assert.match(answerOf(await speak(proxy, sent)).body, /the canary$/);
  });
});
