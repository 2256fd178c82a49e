import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ArchiveEvent } from '../../src/domain/event.ts';
import type { WebpageSearch } from '../../src/domain/stepwise.ts';
import { openStore } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { ENGINES, temporaryFolder } from '../harness/engines.ts';
import { freePort } from '../harness/postgres.ts';
import { addTestWebhook, until } from '../harness/receiver.ts';
import { addPerson, addToken } from '../harness/records.ts';
import { addTracked } from '../harness/tracked.ts';
import { startApiClients } from './api-clients.ts';
import { ROUNDS, seeded } from './random.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('./event-process.ts'));
const KILLS = 3 * ROUNDS;
const EVERYTHING: WebpageSearch = {
  words: [],
  url: undefined,
  keyword: undefined,
  site: undefined,
  state: undefined,
  changedSince: undefined,
  order: 'asc',
  limit: 1_000_000,
  from: undefined,
};

for (const engine of ENGINES) {
  test(`every event is delivered, in order, on ${engine.name}, when processes are killed`, async (t) => {
    const undo = cleanup(t);
    const random = seeded(t);
    const place = await engine.makeDatabase();
    undo(() => place.drop());
    const store = await openStore(place.url);
    undo(() => store.close());
    const { owner } = await addPerson(store);
    const { token } = await addToken(store, owner, { scopes: ['read', 'manage'] });
    const [port, apiPort, folder] = [await freePort(), await freePort(), await temporaryFolder('received')];
    const log = join(folder, 'log');
    await addTestWebhook(store, owner, `http://127.0.0.1:${port}/`);
    const webpages: string[] = [];
    for (let n = 0; n < 8; n += 1) webpages.push((await addTracked(store, owner, { readyAt: new Date() })).id);

    const programs = {
      serve: ['serve', place.url, String(apiPort), folder],
      capture: ['capture', place.url, owner, ...webpages],
      deliver: ['deliver', place.url],
      receive: ['receive', String(port), log],
    };
    const running = new Map<string, ChildProcess>();
    async function start(name: keyof typeof programs): Promise<void> {
      const child = fork(PROGRAM, programs[name], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      running.set(name, child);
      await once(child, 'message');
    }
    async function kill(name: keyof typeof programs): Promise<void> {
      const child = running.get(name);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    const names = ['serve', 'capture', 'deliver', 'receive'] as const;
    undo(() => Promise.all(names.map(kill)));
    for (const name of names) await start(name);
    const clients = startApiClients(`http://127.0.0.1:${apiPort}`, token);
    const killed = { serve: 0, capture: 0, deliver: 0, receive: 0 };
    for (let n = 0; n < KILLS; n += 1) {
      await delay(random.whole(400));
      const name = random.pick(names);
      await kill(name);
      killed[name] += 1;
      await start(name);
    }
    await kill('capture');
    await clients.stop(() => store.events.last(owner));

    const events: ArchiveEvent[] = [];
    for (let after = 0; ; after = events.at(-1)?.number ?? 0) {
      const some = await store.events.after(owner, after, 1_000);
      if (some.length === 0) break;
      events.push(...some);
    }
    const wanted = new Map(events.map((event) => [`${owner}-${event.number}`, event]));
    const received = async () =>
      (await readFile(log, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as [id: string, body: string]);
    await until(async () => {
      await delay(50);
      return new Set((await received()).map(([id]) => id)).size >= wanted.size;
    });
    const all = await received();
    const last = new Map<string, number>();
    for (const [id, body] of all) {
      const event = wanted.get(id);
      assert.ok(event, `${id} was invented`);
      const record = JSON.parse(body);
      assert.deepEqual([record.identifier, record.eventKind], [String(event.number), event.kind]);
      assert.ok(event.number >= (last.get(event.webpageId) ?? 0), `${id} came after a later event of its webpage`);
      last.set(event.webpageId, event.number);
    }
    assert.deepEqual(new Set(all.map(([id]) => id)), new Set(wanted.keys()));

    // Each kept capture has its event, and each such event its capture.
    const kept = new Set<string>();
    for (const webpage of webpages) {
      const captures = await store.captures.list(owner, webpage, { before: '9999', limit: 1_000_000 });
      for (const { screenshotId } of captures) if (screenshotId !== undefined) kept.add(screenshotId);
    }
    const told = events.flatMap(({ screenshotId }) => (screenshotId === undefined ? [] : [screenshotId]));
    assert.deepEqual(new Set(told), kept);

    // A webpage is added once, however often its request was repeated, and a client that polls misses nothing.
    const { records } = await store.searches.webpages(owner, EVERYTHING);
    assert.deepEqual(new Set(records.map(({ id }) => id)), new Set([...webpages, ...clients.added]));
    const additions = events.filter(({ kind }) => kind === 'added').map(({ webpageId }) => webpageId);
    assert.deepEqual(additions.filter((id) => !webpages.includes(id)).toSorted(), clients.added.toSorted());
    assert.deepEqual(
      clients.seen,
      events.map(({ number }) => number),
    );
    t.diagnostic(
      `killed: ${JSON.stringify(killed)}; ${wanted.size} events, ${all.length} deliveries, ${kept.size} captures, ${clients.added.length} webpages added`,
    );
  });
}
