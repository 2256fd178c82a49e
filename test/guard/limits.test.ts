import assert from 'node:assert/strict';
import { connect, Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { canary, get, guard, happens, names, rawServer, tunnel } from './proxy-client.ts';

describe('every failure has its reason', () => {
  test('a name that does not exist', async (t) => {
    const egress = await guard(t, names({ 'empty.test': [] }));
    for (const host of ['nowhere.test', 'empty.test']) {
      const plain = await get(egress, `http://${host}/`);
      assert.deepEqual([plain.status, plain.reason], [502, 'name-not-found']);
      assert.equal((await tunnel(egress, `${host}:443`)).reason, 'name-not-found');
      assert.partialDeepStrictEqual(egress.incidentFor(`https://${host}/`), {
        kind: 'failed',
        reason: 'name-not-found',
      });
    }
  });

  test('a port that nobody listens on', async (t) => {
    const egress = await guard(t, { allow: '127.0.0.1', ...names({}) });
    const port = await freedPort(t);
    assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).reason, 'connection-refused');
    assert.equal((await tunnel(egress, `127.0.0.1:${port}`)).reason, 'connection-refused');
  });

  test('a resolver that never answers', async (t) => {
    const egress = await guard(t, { resolve: () => new Promise(() => {}), connectTimeoutMs: 50 });
    const plain = await get(egress, 'http://slow.test/');
    assert.deepEqual([plain.status, plain.reason], [504, 'timed-out']);
    assert.equal((await tunnel(egress, 'slow.test:443')).reason, 'timed-out');
  });

  test('a host that never takes the connection', async (t) => {
    const dial = () => new Socket();
    const egress = await guard(t, { ...names({ 'far.example': ['93.184.216.34'] }), dial, connectTimeoutMs: 50 });
    assert.equal((await get(egress, 'http://far.example/')).reason, 'timed-out');
    assert.equal((await tunnel(egress, 'far.example:443')).reason, 'timed-out');
  });

  test('a host that takes it and says nothing', async (t) => {
    const port = await rawServer(t, () => {});
    const egress = await guard(t, { allow: '127.0.0.1', idleTimeoutMs: 50 });
    assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).reason, 'timed-out');
    assert.equal((await tunnel(egress, `127.0.0.1:${port}`, 'hello?')).status, 200);
    assert.partialDeepStrictEqual(egress.incidentFor(`http://127.0.0.1:${port}/`), { reason: 'timed-out' });
  });

  test('a host that stops in the middle of its answer', async (t) => {
    const port = await rawServer(t, (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    const egress = await guard(t, { allow: '127.0.0.1', idleTimeoutMs: 50 });
    const answer = await get(egress, `http://127.0.0.1:${port}/`).catch((error) => error.code);
    assert.ok(answer === 'ECONNRESET' || answer.body === 'half');
    assert.equal(egress.incidents().length, 1);
  });

  test('a host that closes without an answer', async (t) => {
    const port = await rawServer(t, (socket) => socket.end());
    const egress = await guard(t, { allow: '127.0.0.1' });
    assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).reason, 'connection-lost');
  });

  test('a host that does not speak HTTP', async (t) => {
    const port = await rawServer(t, (socket) => socket.end('220 mail.example ESMTP\r\n'));
    const egress = await guard(t, { allow: '127.0.0.1' });
    assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).reason, 'bad-answer');
  });

  for (const [what, answer] of [
    ['a status that is none', 'HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n'],
    ['a status below all others', 'HTTP/1.1 099 Less\r\nContent-Length: 0\r\n\r\n'],
    ['another protocol that nobody asked for', 'HTTP/1.1 101 Other\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
    ['another protocol that has no name', 'HTTP/1.1 101 Other\r\n\r\n'],
  ] as const)
    test(what, async (t) => {
      const port = await rawServer(t, (socket) => socket.once('data', () => socket.write(answer)));
      const egress = await guard(t, { allow: '127.0.0.1' });
      assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).reason, 'bad-answer');
    });

  test('headers without end', async (t) => {
    const port = await rawServer(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => socket.write(`X: ${'x'.repeat(1000)}\r\n`, (error) => error ?? setImmediate(more));
      more();
    });
    const egress = await guard(t, { allow: '127.0.0.1', maxHeaderBytes: 16_384 });
    assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).reason, 'bad-answer');
    const fromBrowser = await get(egress, `http://127.0.0.1:${port}/`, `X: ${'x'.repeat(20_000)}\r\n`);
    assert.equal(fromBrowser.status, 431);
  });
});

describe('bytes are bounded', () => {
  const endless = (t: TestContext) =>
    rawServer(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = () => socket.write(Buffer.alloc(65_536), (error) => error ?? setImmediate(more));
      more();
    });

  test('for one connection, and the next one works', async (t) => {
    const [port, server] = [await endless(t), await canary(t)];
    const egress = await guard(t, { allow: '127.0.0.1', bytes: { connection: 200_000, capture: 10_000_000 } });
    await get(egress, `http://127.0.0.1:${port}/`).catch(() => {});
    assert.partialDeepStrictEqual(egress.incidents(), [{ port, reason: 'too-many-bytes' }]);
    await tunnel(egress, `127.0.0.1:${port}`).catch(() => {});
    assert.ok(egress.bytes() < 1_000_000);
    assert.equal((await get(egress, `http://127.0.0.1:${server.port}/`)).status, 200);
  });

  test('for a whole capture, and then nothing goes any more', async (t) => {
    const [port, server] = [await endless(t), await canary(t)];
    const egress = await guard(t, { allow: '127.0.0.1', bytes: { connection: 10_000_000, capture: 200_000 } });
    await tunnel(egress, `127.0.0.1:${port}`).catch(() => {});
    assert.equal((await get(egress, `http://127.0.0.1:${server.port}/`)).reason, 'too-many-bytes');
    assert.equal((await tunnel(egress, `127.0.0.1:${server.port}`)).reason, 'too-many-bytes');
    assert.equal(server.connections(), 0);
  });

  test('a reader that does not read holds the host back', async (t) => {
    const port = await endless(t);
    const egress = await guard(t, { allow: '127.0.0.1', idleTimeoutMs: 200 });
    const socket = connect(Number(new URL(egress.url).port), '127.0.0.1');
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`);
    // Once nothing moves any more the idle time ends it; an unbounded buffer would have gone on to the bound in bytes.
    assert.ok(await happens(() => egress.incidents().length > 0, 20_000));
    assert.partialDeepStrictEqual(egress.incidents(), [{ reason: 'timed-out' }]);
  });
});

async function freedPort(t: TestContext): Promise<number> {
  const egress = await guard(t, {});
  await egress.close();
  return Number(new URL(egress.url).port);
}
