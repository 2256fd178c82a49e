import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { makeRateLimit } from '../../src/api/rate-limit.ts';
import { newImageKey } from '../../src/domain/image-key.ts';
import { Problem } from '../../src/domain/problem.ts';
import { openImages } from '../../src/images/open.ts';
import { buildServer, type ServerParts } from '../../src/server.ts';
import { openStore } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { type Engine, postgres, sqlite, temporaryFolder } from '../harness/engines.ts';
import { ask } from '../harness/http.ts';
import { noPostgres } from '../harness/quick.ts';
import { addPerson, addWebpage } from '../harness/records.ts';
import { until } from '../harness/running.ts';
import { SEALING_KEY } from '../harness/sealing-key.ts';

const MB = 1024 * 1024;
const QUICK = {
  ...{ headersMs: 200, requestMs: 400, idleMs: 600, keepAliveMs: 300 },
  reading: { graceMs: 500, bytesPerSecond: 50 * MB },
};

async function serve(t: TestContext, engine: Engine, parts: Partial<ServerParts>) {
  const undo = cleanup(t);
  const database = await engine.makeDatabase();
  undo(database.drop);
  const store = await openStore(database.url);
  undo(() => store.close());
  const images = await openImages(`file:${await temporaryFolder('pictures')}`);
  const url = 'http://archive.example';
  const log = pino({ level: 'silent' });
  const app = await buildServer({
    ...{ store, images, sealingKey: SEALING_KEY, publicUrl: url, imageHostUrl: `${url}/images`, log },
    cacheFolder: await temporaryFolder('cache'),
    ...parts,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  undo(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const person = await addPerson(store);
  const headers = { Authorization: `Bearer ${person.token}` };
  return { app, undo, store, images, port, headers, databaseUrl: database.url };
}

describe('rate limits', () => {
  test('are off by default', async (t) => {
    const { port, headers } = await serve(t, sqlite, {});
    const answer = await ask(port, '/v3/webpages', { headers });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['ratelimit-limit'], undefined);
  });

  test('tell every client the remaining requests, and refuse with 429 and Retry-After', async (t) => {
    const { port, headers, store } = await serve(t, sqlite, { rateLimit: { requests: 2, windowMs: 3_600_000 } });
    const left = [];
    for (let i = 0; i < 2; i += 1) {
      const { status, headers: came } = await ask(port, '/v3/webpages', { headers });
      left.push([status, came['ratelimit-limit'], came['ratelimit-remaining']]);
    }
    assert.deepEqual(left, [
      [200, '2', '1'],
      [200, '2', '0'],
    ]);
    const refused = await ask(port, '/v3/webpages', { headers });
    assert.equal(refused.status, 429);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    assert.equal(refused.headers['ratelimit-remaining'], '0');
    assert.equal(refused.headers.status, '429 Too Many Requests');
    assert.deepEqual(refused.json().title, 'Too Many Requests');
    const { paths } = (await ask(port, '/v3/openapi.json')).json();
    assert.ok(paths['/webpages'].get.responses[429], 'the OpenAPI document describes it');
    const other = await addPerson(store);
    const answer = await ask(port, '/v3/webpages', { headers: { Authorization: `Bearer ${other.token}` } });
    assert.equal(answer.status, 200, 'another token has a count of its own');
  });

  test('start again with every window', () => {
    let now = 0;
    const rate = makeRateLimit({ requests: 1, windowMs: 1000 }, () => now);
    assert.equal(rate.count('a').allowed, true);
    assert.deepEqual(rate.count('a'), { limit: 1, remaining: 0, reset: 1, allowed: false });
    now = 1000;
    assert.equal(rate.count('a').allowed, true);
  });
});

describe('an overload', () => {
  test('refuses excess requests with 503 and Retry-After, and serves the rest', { skip: noPostgres }, async (t) => {
    const { port, headers, databaseUrl, undo } = await serve(t, postgres, { maxConcurrent: 3 });
    const lock = new pg.Client({ connectionString: databaseUrl });
    await lock.connect();
    undo(() => lock.end());
    await lock.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE');
    const waiting = Array.from({ length: 3 }, () => ask(port, '/v3/webpages', { headers }));
    const refused = await until('a request is refused', async () => {
      const quick = await Promise.race([ask(port, '/v3/webpages', { headers }), delay(200, false as const)]);
      return quick;
    });
    assert.equal(refused.status, 503);
    assert.equal(refused.headers['retry-after'], '5');
    assert.equal((await ask(port, '/healthz')).status, 200, 'it is busy, not dead');
    await lock.query('COMMIT');
    for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200);
    assert.equal((await ask(port, '/v3/webpages', { headers })).status, 200);
  });

  test('of the event loop causes 503 until it is over', async (t) => {
    const { port, headers } = await serve(t, sqlite, { startGraceMs: 0 });
    // Blocks the event loop for longer than the allowed delay, again and again.
    let busy = true;
    const work = () => {
      for (const end = performance.now() + 800; performance.now() < end; );
      if (busy) setImmediate(work);
    };
    work();
    const refused = await until('a request is refused', async () => {
      const answer = await ask(port, '/v3/webpages', { headers });
      return answer.status === 503 && answer;
    });
    busy = false;
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    await until(
      'requests are answered again',
      async () => (await ask(port, '/v3/webpages', { headers })).status === 200,
    );
  });
});

describe('a client that disconnects during the token lookup', () => {
  const PLACES = 2;
  const CHUNKED = 'Transfer-Encoding: chunked\r\n';
  const ways: [what: string, line: string, options?: { header?: string; onOneConnection?: boolean }][] = [
    ['the methods of a list', 'OPTIONS /v3/webpages'],
    ['the methods of a list, twice in a row', 'OPTIONS /v3/webpages', { onOneConnection: true }],
    ['a deletion', 'DELETE /v3/webpages/1'],
    ['a deletion, with a body', 'DELETE /v3/webpages/1', { header: CHUNKED }],
    ['a method that is not allowed', 'PUT /v3/webpages'],
    ['what does not exist', 'GET /v3/nothing'],
    ['a list', 'GET /v3/webpages'],
    ['a list, twice in a row', 'GET /v3/webpages', { onOneConnection: true }],
    ['a list, with a body', 'GET /v3/webpages', { header: CHUNKED }],
  ];
  for (const [what, line, { header = '', onOneConnection = false } = {}] of ways) {
    test(`frees its slot exactly once: ${what}`, async (t) => {
      const { app, port, headers, store, undo } = await serve(t, sqlite, { maxConcurrent: PLACES });
      const { enter } = store.tokens;
      let looked = Promise.withResolvers<void>();
      const entering = t.mock.method(store.tokens, 'enter', (hash?: string) => looked.promise.then(() => enter(hash)));
      const list = () => ask(port, '/v3/webpages', { headers });

      const here: Socket[] = [];
      app.server.on('connection', (socket) => here.push(socket));
      const request = `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: ${headers.Authorization}\r\n${header}\r\n`;
      const sent = onOneConnection ? [request.repeat(PLACES)] : Array<string>(PLACES).fill(request);
      const callers = sent.map((bytes) => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        undo(() => socket.destroy());
        socket.write(bytes);
        return socket;
      });
      await until('every place is taken', () => entering.mock.callCount() === PLACES);
      const theirs = here.slice();
      assert.equal((await list()).status, 503);
      for (const socket of callers) socket.resetAndDestroy();
      await until('the server knows', () => theirs.every(({ closed }) => closed));
      looked.resolve();
      const lists = () => Promise.all(Array.from({ length: PLACES }, list));
      await until('as many are let in as before', async () => (await lists()).every(({ status }) => status === 200));

      looked = Promise.withResolvers();
      entering.mock.resetCalls();
      const welcome = lists();
      await until('every place is taken again', () => entering.mock.callCount() === PLACES);
      assert.equal((await list()).status, 503, 'none was given back twice');
      looked.resolve();
      for (const answer of await welcome) assert.equal(answer.status, 200);
    });
  }
});

test('a PostgreSQL statement that exceeds the timeout is cancelled, and the caller gets an error', {
  skip: noPostgres,
}, async (t) => {
  const undo = cleanup(t);
  const database = await postgres.makeDatabase();
  undo(database.drop);
  // A busy machine may need 100 ms for a statement that waits for nothing.
  const store = await openStore(database.url, { statementTimeoutMs: 1_000 });
  undo(() => store.close());
  const { owner } = await addPerson(store);
  const webpage = await addWebpage(store, owner);
  const lock = new pg.Client({ connectionString: database.url });
  await lock.connect();
  undo(() => lock.end());
  await lock.query('BEGIN; LOCK TABLE webpages IN ACCESS EXCLUSIVE MODE');
  const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === 'unavailable';
  await assert.rejects(store.webpages.find(owner, webpage.id), isUnavailable);
  await assert.rejects(store.webpages.remove(owner, webpage.id), isUnavailable);
  await lock.query('COMMIT');
  assert.deepEqual(await store.webpages.find(owner, webpage.id), webpage);
});

describe('a start', () => {
  test('that blocks the event loop for long causes no 503', async (t) => {
    const { port, headers } = await serve(t, sqlite, {});
    // Longer than the overload delay, like the start of a browser on a slow machine.
    for (let turn = 0; turn < 4; turn += 1) {
      for (const end = performance.now() + 700; performance.now() < end; );
      assert.equal((await ask(port, '/v3/webpages', { headers })).status, 200);
    }
  });
});

test('a shutdown closes the connection of a request when it is answered', async (t) => {
  const [asked, known] = [Promise.withResolvers<void>(), Promise.withResolvers<Record<string, 'ok'>>()];
  const readiness = () => {
    asked.resolve();
    return known.promise;
  };
  const HOUR = 3_600_000;
  const patient = { ...QUICK, headersMs: 15_000, requestMs: 30_000, idleMs: HOUR, keepAliveMs: HOUR };
  const { app, port, undo } = await serve(t, sqlite, { readiness, timeouts: patient });
  const socket = connect(port, '127.0.0.1');
  undo(() => socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  const closing = app.close();
  await until('it accepts no connections', () => !app.server.listening);
  known.resolve({});
  await until('the connection is closed', () => socket.closed);
  assert.match(answer, /^HTTP\/1\.1 200 /);
  await closing;
});

describe('a slow client', () => {
  const slow: [string, string][] = [
    ['that sends nothing', ''],
    ['that never ends its headers', 'GET /v3/webpages HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['that never ends its body', 'POST /v3/webpages HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nsome'],
    ['that keeps a connection without use', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
  ];
  for (const [what, bytes] of slow) {
    test(`${what} loses its connection`, async (t) => {
      const { port } = await serve(t, sqlite, { timeouts: QUICK });
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).resume();
      socket.write(bytes);
      await once(socket, 'close');
    });
  }

  const dripping: [string, string][] = [
    ['headers', 'GET /v3/webpages HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['a body', 'POST /v3/webpages HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n'],
  ];
  for (const [what, beginning] of dripping) {
    test(`that sends ${what} one byte at a time loses its connection`, async (t) => {
      const { port, undo } = await serve(t, sqlite, { timeouts: QUICK });
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).resume();
      socket.write(beginning);
      const drip = setInterval(() => socket.write('x'), 50);
      undo(() => clearInterval(drip));
      await once(socket, 'close');
    });
  }

  test('that reads its response too slowly, but without pauses, loses its connection', async (t) => {
    const { port, images, undo } = await serve(t, sqlite, { timeouts: QUICK });
    const key = newImageKey(randomBytes, 'png');
    await images.put(key, Buffer.alloc(60 * MB, 1));
    const socket = connect(port, '127.0.0.1');
    undo(() => socket.destroy());
    let came = 0;
    socket.on('error', () => undefined);
    socket.on('data', (some) => {
      came += some.length;
      socket.pause();
    });
    const drip = setInterval(() => socket.resume(), 20);
    undo(() => clearInterval(drip));
    socket.write(`GET /images/${key} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await once(socket, 'close');
    assert.ok(came < 60 * MB, 'it did not get all of it');
  });

  test('that reads a large response steadily gets all of it, however long it takes', async (t) => {
    const pace = { graceMs: 100, bytesPerSecond: 1000 };
    // On a busy machine, the client itself can pause for longer than the idle time of QUICK.
    const { port, images } = await serve(t, sqlite, { timeouts: { ...QUICK, idleMs: 10_000, reading: pace } });
    const key = newImageKey(randomBytes, 'png');
    await images.put(key, Buffer.alloc(20 * MB, 1));
    const socket = connect(port, '127.0.0.1');
    let came = 0;
    socket.on('data', (some) => {
      came += some.length;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    socket.write(`GET /images/${key} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    assert.ok(came > 20 * MB, `${came} bytes came`);
  });

  test('that does not read its response loses its connection', async (t) => {
    const { app, port, images, undo } = await serve(t, sqlite, { timeouts: QUICK });
    const key = newImageKey(randomBytes, 'png');
    await images.put(key, Buffer.alloc(30_000_000, 1));
    const socket = connect(port, '127.0.0.1');
    undo(() => socket.destroy());
    socket.on('error', () => undefined).pause();
    const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    socket.write(`GET /images/${key} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until('the client is here', async () => (await open()) === 1);
    await until('the server gave up', async () => (await open()) === 0);
  });
});
