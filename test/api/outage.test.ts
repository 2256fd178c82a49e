import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openStore } from '../../src/store/open.ts';
import { postgres, sqlite } from '../harness/engines.ts';
import { assertError, assertShown } from '../harness/expect.ts';
import { makeCluster, makeDatabase } from '../harness/postgres.ts';
import { noPostgres } from '../harness/quick.ts';
import { addPerson, addWebpage } from '../harness/records.ts';
import { serve, startService } from '../harness/service.ts';

test('every request is 503 while PostgreSQL is down, and the service recovers without a restart', {
  skip: noPostgres,
}, async (t) => {
  const cluster = await makeCluster();
  t.after(() => cluster.remove());
  const url = await makeDatabase(cluster.url);
  const service = await serve({ url, drop: async () => undefined });
  t.after(() => service.stop());
  const ann = await service.newPerson();
  const webpages = [];
  for (let round = 0; round < 3; round += 1) webpages.push(await addWebpage(service.store, ann.owner));

  for (let round = 0; round < 2; round += 1) {
    // Concurrent requests, so that the outage breaks several connections of the pool.
    const busy = await Promise.all(Array.from({ length: 30 }, () => service.ask('/webpages', { as: ann })));
    assert.deepEqual(new Set(busy.map(({ status }) => status)), new Set([200]));

    await cluster.stop();
    for (const [method, path] of [
      ['GET', '/webpages'],
      ['GET', `/webpages/${webpages[0]?.id}`],
      ['DELETE', `/webpages/${webpages[0]?.id}`],
      ['GET', `/webpages/${webpages[0]?.id}/screenshots`],
      ['GET', '/nothing'],
    ] as const) {
      const answer = await service.ask(path, { as: ann, method });
      assert.match(assertError(answer, service.link, 503), /database/);
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
    }
    const crowd = await Promise.all(Array.from({ length: 30 }, () => service.ask('/webpages', { as: ann })));
    for (const answer of crowd) assertError(answer, service.link, 503);
    assert.equal((await service.ask('/contexts')).status, 200);
    assert.match(JSON.stringify(service.log), /ECONNREFUSED/);

    await cluster.start();
    assertShown(await service.ask('/webpages', { as: ann }), service.link);
    const gone = await service.ask(`/webpages/${webpages[round]?.id}`, { as: ann, method: 'DELETE' });
    assert.equal(gone.status, 204);
    assert.equal((await service.ask('/webpages', { as: ann })).json().totalItems, 2 - round);
  }
});

test('requests during the shutdown of PostgreSQL are 200 or 503, never 500, and the process survives', {
  skip: noPostgres,
}, async (t) => {
  const cluster = await makeCluster();
  t.after(() => cluster.remove());
  const service = await serve({ url: await makeDatabase(cluster.url), drop: async () => undefined });
  t.after(() => service.stop());
  const ann = await service.newPerson();
  const ids: string[] = [];
  for (let index = 0; index < 40; index += 1) ids.push((await addWebpage(service.store, ann.owner)).id);
  const calls = ids.flatMap((id) => [
    service.ask(`/webpages/${id}`, { as: ann, method: 'DELETE' }),
    service.ask('/webpages', { as: ann }),
  ]);
  await calls[0];
  await cluster.stop();
  for (const { status, text } of await Promise.all(calls)) assert.ok([200, 204, 503].includes(status), text);
  await cluster.start();
  const left = (await service.ask('/webpages?limit=100', { as: ann })).json();
  assert.equal(left.members.length, left.totalItems);
});

test('the process survives when PostgreSQL ends a connection in the packet that reports it ready', {
  skip: noPostgres,
}, async (t) => {
  const database = await postgres.makeDatabase();
  t.after(() => database.drop());
  const real = new URL(database.url);
  let ending = false;
  const proxy = createServer((caller) => {
    const server = connect(Number(real.port), real.hostname);
    caller.pipe(server);
    caller.on('error', () => server.destroy());
    server.on('error', () => caller.destroy());
    server.on('close', () => caller.destroy());
    server.on('data', (chunk: Buffer) => {
      const ready = chunk.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]));
      caller.write(ready && ending ? Buffer.concat([chunk, FATAL]) : chunk);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const address = proxy.address();
  assert.ok(address && typeof address === 'object');
  const url = database.url.replace(`:${real.port}/`, `:${address.port}/`);

  const store = await openStore(url);
  t.after(() => store.close());
  const { owner } = await addPerson(store);
  ending = true;
  // More writes than the pool has connections, so that the pool reuses some of them.
  const writes = Array.from({ length: 30 }, () => addWebpage(store, owner));
  for (const write of await Promise.allSettled(writes)) {
    if (write.status === 'rejected') assert.equal(write.reason.kind, 'unavailable', String(write.reason));
  }
  ending = false;
  await addWebpage(store, owner);
});

test('an overloaded server answers 503 with Retry-After before authentication, and serves its public documents', async (t) => {
  const service = await startService(sqlite, { overloadDelayMs: 300, startGraceMs: 0 });
  t.after(() => service.stop());
  // Another thread sends requests while the test blocks the event loop of the server repeatedly.
  const caller = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const until = async (path, status) => {
       for (;;) {
         const answer = await fetch(workerData + path, { headers: { connection: 'close' } });
         const text = await answer.text();
         if (answer.status === status) return { status, text, headers: Object.fromEntries(answer.headers) };
       }
     };
     (async () => {
       const refused = await until('/webpages', 503);
       const document = await (await fetch(workerData + '/contexts')).text();
       parentPort.postMessage({ refused, document });
     })();`,
    { eval: true, workerData: `http://127.0.0.1:${service.port}/v3` },
  );
  t.after(() => caller.terminate());
  let heard: { refused: { text: string; headers: Record<string, string> }; document: string } | undefined;
  caller.once('message', (message) => {
    heard = message;
  });
  for (let round = 0; round < 40 && !heard; round += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
    for (let count = 0; count < 20; count += 1) await turn();
  }
  assert.ok(heard, 'no request was refused');
  assert.equal(heard.refused.headers.link, service.link);
  assert.equal(heard.refused.headers.status, '503 Service Unavailable');
  assert.equal(heard.refused.headers['content-type'], 'application/json');
  assert.match(String(heard.refused.headers['retry-after']), /^[1-9]\d*$/);
  const { type, description } = JSON.parse(heard.refused.text);
  assert.equal(type, 'Error');
  assert.match(description, /overloaded/);
  assert.match(heard.document, /@context/);
});

/** ErrorResponse: FATAL, 57P01 (admin_shutdown). */
const FATAL = errorResponse('SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command');

function errorResponse(...fields: string[]): Buffer {
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
