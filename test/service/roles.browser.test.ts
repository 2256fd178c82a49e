import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Heartbeat } from '../../src/domain/ports/machine-heartbeat.ts';
import { readRoles } from '../../src/roles/names.ts';
import { openStore } from '../../src/store/open.ts';
import { findOtherMachine } from '../../src/work/machine-heartbeat.ts';
import { html, serveCorpus } from '../corpus/server.ts';
import { cleanup } from '../harness/cleanup.ts';
import { ENGINES, type Engine, postgres, sqlite } from '../harness/engines.ts';
import { addPerson } from '../harness/records.ts';
import { type Env, makeDataDir, runProgram, startProgram, until } from '../harness/running.ts';
import { makeBucket, S3_ENV } from '../harness/s3.ts';
import { trackPages } from '../harness/tracked-page.ts';

/** An archive that several processes share: SQLite with a folder, or PostgreSQL with a bucket. */
async function makeArchive(t: TestContext, engine: Engine) {
  const undo = cleanup(t);
  const data = await makeDataDir();
  undo(data.remove);
  const database = await engine.makeDatabase();
  undo(database.drop);
  let imagesUrl = `file:${data.path}/images`;
  if (engine.name === 'postgres') {
    const bucket = await makeBucket();
    undo(bucket.remove);
    imagesUrl = bucket.url('shared');
  }
  const store = await openStore(database.url);
  undo(() => store.close());
  const env: Env = {
    ...S3_ENV,
    DATA_DIR: data.path,
    DATABASE_URL: database.url,
    IMAGES_URL: imagesUrl,
    SECRET_KEY: randomBytes(32).toHex(),
    CAPTURE_ALLOW: '127.0.0.1',
    CAPTURE_CONCURRENCY: '1',
    TRASH_DAYS: '0',
  };
  return { env, store, undo };
}

describe('roles', () => {
  for (const engine of ENGINES) {
    test(`an api, a worker and a scheduler in separate processes form one service on ${engine.name}`, async (t) => {
      const { env, store, undo } = await makeArchive(t, engine);
      const site = await serveCorpus({ '/': html('<title>Hello</title><h1>Hello</h1>') });
      undo(site.close);
      const person = await addPerson(store);
      const headers = { Authorization: `Bearer ${person.token}` };
      const [webpage] = await trackPages(store, person.owner, [`${site.origin}/`]);
      const path = `/v3/webpages/${webpage?.id}`;

      const [api, worker, scheduler] = await Promise.all(
        ['api', 'worker', 'scheduler'].map((role) => startProgram(['--role', role], env)),
      );
      assert.ok(api && worker && scheduler);
      undo(() => Promise.all([api, worker, scheduler].map((each) => each.stop())));

      const [screenshot] = await until('the worker captured the page', async () => {
        const { members } = (await api.ask(`${path}/screenshots`, { headers })).json();
        return members.length > 0 && members;
      });
      const image = await api.ask(new URL(screenshot.contentUrl).pathname);
      assert.equal(image.status, 200);
      assert.equal(image.body.length, Number(screenshot.contentSize));

      assert.equal((await api.ask(path, { method: 'DELETE', headers })).status, 204);
      const thumbnail = new URL(screenshot.thumbnail.contentUrl).pathname;
      assert.equal((await api.ask(thumbnail)).status, 404);
      const key = thumbnail.replace('/images/', '');
      await until('the scheduler removed its images', async () => (await store.check.neededKeys([key])).length === 0);
      assert.equal(worker.port, 0);
      assert.equal(scheduler.port, 0);
    });
  }

  test('an unknown role is refused with the names of all roles', async (t) => {
    const data = await makeDataDir();
    t.after(data.remove);
    const { code, stderr } = await runProgram(['serve', '--role', 'boss'], { DATA_DIR: data.path });
    assert.equal(code, 1);
    assert.match(stderr, /boss.*api, worker, scheduler/);
  });

  test('roles can be given one by one, separated by commas, or not at all', () => {
    assert.deepEqual([...readRoles([])], ['api', 'worker', 'scheduler']);
    assert.deepEqual([...readRoles(['api', 'worker'])], ['api', 'worker']);
    assert.deepEqual([...readRoles(['scheduler, api'])], ['scheduler', 'api']);
  });
});

describe('two machines', () => {
  /** Simulates the heartbeat of another machine. */
  async function pretendMachine(undo: (work: () => unknown) => void, url: string) {
    const store = await openStore(url);
    const stop = new AbortController();
    const beating = (async () => {
      while (!stop.signal.aborted) {
        await store.machineHeartbeat.beat({ machine: 'another', name: 'elsewhere', beat: randomUUIDv7() });
        await delay(100, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    })();
    undo(async () => {
      stop.abort();
      await beating;
      await store.close();
    });
  }

  test('cannot share a SQLite file, and the message names the alternative', async (t) => {
    const { env, undo } = await makeArchive(t, sqlite);
    await pretendMachine(undo, env.DATABASE_URL as string);
    const { code, stderr } = await runProgram(['serve'], env);
    assert.equal(code, 1);
    assert.match(stderr, /elsewhere uses this SQLite database.*PostgreSQL/);
  });

  test('with separate image folders on one PostgreSQL cause a warning', async (t) => {
    const { env, undo } = await makeArchive(t, postgres);
    await pretendMachine(undo, env.DATABASE_URL as string);
    const program = await startProgram(['--role', 'api'], { ...env, IMAGES_URL: `file:${env.DATA_DIR}/images` });
    undo(() => program.stop());
    await until('there is a warning', () => /elsewhere uses this database too.*s3:/.test(program.output()));
  });

  const own = { machine: 'this', name: 'here' };
  const heartbeatsOf = (signs: (Heartbeat | undefined)[]) => ({
    last: async () => (signs.length > 1 ? signs.shift() : signs[0]),
    beat: async () => undefined,
    leave: async () => undefined,
  });
  const another = (beat: string): Heartbeat => ({ machine: 'another', name: 'elsewhere', beat });

  test('are detected by a changing heartbeat, not by a clock', async () => {
    const found = await findOtherMachine(heartbeatsOf([another('1'), another('1'), another('2')]), own, async () => 0);
    assert.equal(found?.name, 'elsewhere');
  });

  test('are not detected if the other one is silent, has stopped, or is this machine', async () => {
    const wait = async () => 0;
    assert.equal(await findOtherMachine(heartbeatsOf([another('1')]), own, wait), undefined);
    assert.equal(await findOtherMachine(heartbeatsOf([another('1'), undefined]), own, wait), undefined);
    assert.equal(await findOtherMachine(heartbeatsOf([{ ...own, beat: '1' }]), own, wait), undefined);
    assert.equal(await findOtherMachine(heartbeatsOf([undefined]), own, wait), undefined);
  });
});
