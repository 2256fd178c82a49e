import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Egress } from '../../src/browser/egress.ts';
import { canary, get, guard, names, rawServer, speak, tunnel } from './proxy-client.ts';

const CLOSING_GET = 'GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

// None of these is ever dialled: the guard answers before.
const SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '0177.0.0.01',
  '127.0.0.1.',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST.',
  'anything.localhost',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
];

describe('what is not public is refused', () => {
  test('loopback, in every spelling, by request and by tunnel', async (t) => {
    const server = await canary(t);
    const egress = await guard(t, names({}));
    for (const host of SPELLINGS) {
      const plain = await get(egress, `http://${host}:${server.port}/`);
      assert.deepEqual([plain.status, plain.reason], [403, 'refused'], host);
      assert.match(plain.body, /CAPTURE_ALLOW=\S+ would allow it/, host);
      const tunnelled = await tunnel(egress, `${host}:${server.port}`, CLOSING_GET);
      assert.deepEqual([tunnelled.status, tunnelled.reason], [403, 'refused'], host);
    }
    assert.equal(server.connections(), 0);
  });

  test('names that resolve to such an address, also when others of theirs are public', async (t) => {
    const table = {
      'inside.example': ['10.0.0.1'],
      'mixed.example': ['93.184.216.34', '192.168.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
      'metadata.example': ['169.254.169.254'],
      'zone.example': ['fe80::1%eth0'],
      'nonsense.example': ['not an address'],
    };
    const dialled: string[][] = [];
    const dial = (addresses: string[]) => {
      dialled.push(addresses);
      return new Socket();
    };
    const egress = await guard(t, { ...names(table), dial });
    for (const host of Object.keys(table)) {
      assert.equal((await get(egress, `http://${host}/`)).reason, 'refused', host);
      assert.equal((await tunnel(egress, `${host}:443`)).reason, 'refused', host);
    }
    assert.deepEqual(dialled, []);
  });

  test("this machine's own public address", async (t) => {
    const dial = () => new Socket().destroy(Object.assign(new Error('far away'), { code: 'ENETUNREACH' }));
    const egress = await guard(t, { ...names({}), dial, ownAddresses: () => new Set(['93.184.216.34']) });
    assert.equal((await get(egress, 'http://93.184.216.34/')).reason, 'refused');
    assert.equal((await get(egress, 'http://93.184.216.35/')).reason, 'unreachable');
  });

  test('what a refusal says names the host, the address and the setting', async (t) => {
    const egress = await guard(t, names({ 'wiki.corp': ['10.0.0.1'] }));
    await get(egress, 'http://wiki.corp:8080/page');
    assert.deepEqual(egress.incidentFor('http://wiki.corp:8080/another'), {
      kind: 'refused',
      host: 'wiki.corp',
      port: 8080,
      address: '10.0.0.1',
      addressKind: 'private',
      setting: 'CAPTURE_ALLOW=wiki.corp',
      message:
        'wiki.corp, at 10.0.0.1, is of the kind "private", which captures may not visit; CAPTURE_ALLOW=wiki.corp would allow it.',
    });
    assert.equal(egress.incidentFor('http://wiki.corp/'), undefined);
    assert.equal(egress.incidentFor('not a URL'), undefined);
  });
});

describe('what is allowed gets through', () => {
  const ways: [string, string, string][] = [
    ['a name', 'page.test', 'page.test'],
    ['a suffix', '*.test', 'page.test'],
    ['an address', '127.0.0.1', '127.0.0.1'],
    ['a range', '127.0.0.0/8', 'page.test'],
    ['a range, in another spelling', '127.0.0.0/8', '0x7f.1'],
    ['a mapped address', '127.0.0.1', '[::ffff:127.0.0.1]'],
    ['localhost', 'localhost', 'localhost'],
  ];
  for (const [what, allow, host] of ways) {
    test(`${what}: CAPTURE_ALLOW=${allow} and the host ${host}`, async (t) => {
      const server = await canary(t);
      const egress = await guard(t, { allow, ...names({ 'page.test': ['127.0.0.1'] }) });
      assert.equal((await get(egress, `http://${host}:${server.port}/plain?q=1`)).status, 200);
      const inside = await tunnel(egress, `${host}:${server.port}`, CLOSING_GET);
      assert.match(inside.body, /^HTTP\/1\.1 200 .*the canary$/s);
      assert.deepEqual(server.hits, ['GET /plain?q=1', 'GET /inside']);
      assert.deepEqual(egress.incidents(), []);
    });
  }

  test('an allowed port does not open another', async (t) => {
    const [open, shut] = [await canary(t), await canary(t)];
    const egress = await guard(t, { allow: `127.0.0.1:${open.port}`, ...names({}) });
    assert.equal((await get(egress, `http://127.0.0.1:${open.port}/`)).status, 200);
    assert.equal((await get(egress, `http://127.0.0.1:${shut.port}/`)).status, 403);
    assert.equal(shut.connections(), 0);
  });
});

describe('a name is resolved once for a connection', () => {
  test('and what was checked is what is dialled', async (t) => {
    const server = await canary(t);
    // Allowed at first, somewhere else the second time: who resolves twice connects to what was never checked.
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2']];
    const resolver = names({ 'rebind.test': () => answers.shift() ?? [] });
    const egress = await guard(t, { allow: '127.0.0.1', ...resolver });
    for (const [status, asked] of [
      [200, 1],
      [403, 2],
      [200, 3],
      [403, 4],
    ]) {
      assert.equal((await tunnel(egress, `rebind.test:${server.port}`, CLOSING_GET)).status, status);
      assert.equal(resolver.asked.length, asked);
    }
    assert.equal(server.hits.length, 2);
  });

  test('all of its addresses are dialled, and only they', async (t) => {
    const dialled: unknown[] = [];
    const dial = (addresses: string[], port: number) => {
      dialled.push({ addresses, port });
      return new Socket().destroy(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
    };
    const public2 = ['93.184.216.34', '2606:2800:220:1::1'];
    const egress = await guard(t, { ...names({ 'public.example': public2 }), dial });
    assert.equal((await tunnel(egress, 'public.example:443')).reason, 'connection-refused');
    assert.deepEqual(dialled, [{ addresses: public2, port: 443 }]);
  });

  test('a connection that the system made to another address is cut', async (t) => {
    const server = await canary(t);
    const dial = () => connect(server.port, '127.0.0.1');
    const egress = await guard(t, { ...names({ 'public.example': ['93.184.216.34'] }), dial });
    assert.equal((await tunnel(egress, 'public.example:443', CLOSING_GET)).reason, 'refused');
    assert.equal((await get(egress, 'http://public.example/')).reason, 'refused');
    assert.deepEqual(server.hits, []);
  });

  test('the second address is tried when the first is dead', async (t) => {
    const server = await canary(t);
    const egress = await guard(t, { allow: '*.test', ...names({ 'two.test': ['::1', '127.0.0.1'] }) });
    assert.equal((await get(egress, `http://two.test:${server.port}/`)).status, 200);
  });
});

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
    while (egress.incidents().length === 0) await setTimeout(20);
    assert.partialDeepStrictEqual(egress.incidents(), [{ reason: 'timed-out' }]);
  });
});

describe('a request arrives as it was sent, and an answer too', () => {
  test('with its method, body and end-to-end headers, and without those of the hop', async (t) => {
    let seen: unknown;
    const server = await canary(t, async (request, response) => {
      seen = { method: request.method, headers: request.rawHeaders, body: (await buffer(request)).toString() };
      response.writeHead(201, 'Made', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Pagekeep-Egress', 'refused']);
      response.end('made');
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    const at = `127.0.0.1:${server.port}`;
    const raw = await speak(
      egress,
      `POST http://${at}/form HTTP/1.1\r\nHost: lies.example\r\nProxy-Connection: keep-alive\r\nConnection: close\r\n` +
        'X-Mixed: Case\r\nContent-Length: 5\r\n\r\nhello',
    );
    assert.match(raw, /^HTTP\/1\.1 201 Made\r\n/);
    assert.match(raw, /Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n/);
    assert.doesNotMatch(raw, /Pagekeep-Egress/);
    const headers = ['Host', at, 'X-Mixed', 'Case', 'Content-Length', '5', 'Connection', 'keep-alive'];
    assert.deepEqual(seen, { method: 'POST', headers, body: 'hello' });
  });

  test('whole, whatever its size and framing', async (t) => {
    const bytes = randomBytes(3_000_000);
    const server = await canary(t, (request, response) => {
      if (request.url === '/sized') response.setHeader('Content-Length', bytes.length);
      response.end(bytes);
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    for (const path of ['/sized', '/chunked']) {
      const body = await fetchThrough(egress, `http://127.0.0.1:${server.port}${path}`);
      assert.equal(sha256(body), sha256(bytes), path);
    }
  });

  test('many on the same connections, which are kept', async (t) => {
    const server = await canary(t);
    const egress = await guard(t, { allow: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    t.after(() => agent.destroy());
    const url = `http://127.0.0.1:${server.port}/`;
    await Promise.all(Array.from({ length: 50 }, () => fetchThrough(egress, url, agent)));
    assert.equal(server.hits.length, 50);
    assert.ok(server.connections() <= 2);
  });

  test('also when the host closed the kept connection in the meantime', async (t) => {
    let served = 0;
    const port = await rawServer(t, (socket) => {
      // One answer for each connection; the second request on it meets a closed door.
      socket.once('data', () => {
        served++;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        socket.once('data', () => socket.destroy());
      });
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    for (let i = 0; i < 4; i++) assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).body, 'ok');
    assert.equal(served, 4);
  });

  test('a redirect is not followed but handed to the browser, and its target is checked', async (t) => {
    const secret = await canary(t);
    const server = await canary(t, (_request, response) => {
      response.writeHead(302, { Location: `http://127.0.0.1:${secret.port}/` }).end();
    });
    const egress = await guard(t, { allow: 'page.test', ...names({ 'page.test': ['127.0.0.1'] }) });
    assert.equal((await get(egress, `http://page.test:${server.port}/`)).status, 302);
    assert.equal((await get(egress, `http://127.0.0.1:${secret.port}/`)).status, 403);
    assert.equal(secret.connections(), 0);
  });
});

describe('the proxy itself', () => {
  test('answers 400 to what is not for a proxy', async (t) => {
    const egress = await guard(t, { allow: '127.0.0.1' });
    for (const target of [
      '/',
      '*',
      'https://127.0.0.1/',
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
      'http:///',
      'http://',
    ]) {
      assert.equal((await get(egress, target)).status, 400, target);
    }
    for (const authority of ['127.0.0.1', '127.0.0.1:0', '127.0.0.1:70000', ':80', 'a@127.0.0.1:80', '[::1:80']) {
      assert.equal((await tunnel(egress, authority)).status, 400, authority);
    }
  });

  test('cuts everything when it closes', async (t) => {
    const port = await rawServer(t, () => {});
    const egress = await guard(t, { allow: '127.0.0.1' });
    const open = [get(egress, `http://127.0.0.1:${port}/`), tunnel(egress, `127.0.0.1:${port}`)];
    const ended = Promise.allSettled(open);
    await egress.close();
    await ended;
    await assert.rejects(get(egress, `http://127.0.0.1:${port}/`), { code: 'ECONNREFUSED' });
  });

  test('keeps a bounded list of incidents, whatever the page asks for', async (t) => {
    const egress = await guard(t, names({}));
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    t.after(() => agent.destroy());
    await Promise.all(Array.from({ length: 1100 }, (_, i) => fetchThrough(egress, `http://h${i}.test/`, agent)));
    assert.equal(egress.incidents().length, 1000);
  });
});

async function freedPort(t: TestContext): Promise<number> {
  const egress = await guard(t, {});
  await egress.close();
  return Number(new URL(egress.url).port);
}

function fetchThrough(egress: Egress, url: string, agent?: Agent): Promise<Buffer> {
  const { port } = new URL(egress.url);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: url, agent: agent ?? false }, (response) => {
      resolve(buffer(response));
    });
    sent.on('error', reject).end();
  });
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
