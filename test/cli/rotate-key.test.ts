import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { seal, sealingKey, unseal } from '../../src/app/seal.ts';
import { openStore } from '../../src/store/open.ts';
import { newDesk } from '../harness/cli.ts';
import { addPerson, tick } from '../harness/records.ts';
import { addTracked, DAILY } from '../harness/tracked.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/pagekeep.js');
const LOGINS = 200;
const TEXT = '{"cookies":[],"headers":{"X-Key":"secret"}}';

test('a killed rotation of the key is completed by the next one, and until then the service does not start', async (t) => {
  const desk = await newDesk(t);
  await desk.run('migrate');
  await desk.run('account add ann@example.org');
  const data = join(desk.folder, 'data');
  const keyFile = join(data, 'secret.key');
  const old = await readFile(keyFile, 'utf8');
  await fill(join(data, 'pagekeep.db'), old);

  const database = new DatabaseSync(join(data, 'pagekeep.db'), { timeout: 10_000 });
  t.after(() => database.close());
  const oldId = sealingKey(old).id;
  const left = () =>
    Number(
      database.prepare('SELECT count(*) AS n FROM capture_schedules WHERE substr(secrets, 4, 8) = ?').get(oldId)?.n,
    );
  // A secret takes some milliseconds, so that the rotation is still under way when it is killed.
  database.exec(`CREATE TRIGGER slow BEFORE UPDATE OF secrets ON capture_schedules BEGIN
    SELECT count(*) FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT i FROM n); END`);
  const child = spawn(process.execPath, [PROGRAM, 'rotate-key'], {
    cwd: desk.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said = textOf(child.stderr);
  while (left() === LOGINS && child.exitCode === null) await nextTurn();
  child.kill('SIGKILL');
  await ended;
  database.exec('DROP TRIGGER slow');
  assert.ok(left() > 0 && left() < LOGINS, `${left()} secrets are left: ${await said}`);

  const refused = await desk.run('serve');
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^pagekeep: A rotation of the secret key was interrupted\. Run "pagekeep rotate-key"/);
  const unfinished = left();
  const { code, stdout, stderr } = await desk.run('rotate-key');
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, new RegExp(`^Encrypted ${unfinished} secrets with the new key\\.\n`));
  const key = sealingKey(await readFile(keyFile, 'utf8'));
  assert.notEqual(key.id, oldId);
  await assert.rejects(access(`${keyFile}.new`), { code: 'ENOENT' });
  for (const { id, secrets } of database.prepare('SELECT webpage_id AS id, secrets FROM capture_schedules').all()) {
    assert.equal(unseal(key, { sealed: String(secrets), boundTo: String(id) }), TEXT);
  }
  assert.match((await desk.run('doctor')).stdout, /^No problems found/);

  const given = { SECRET_KEY: await readFile(keyFile, 'utf8'), NEW_SECRET_KEY: 'n'.repeat(40) };
  const unclear = await desk.run('rotate-key', { env: { SECRET_KEY: given.SECRET_KEY } });
  assert.equal(unclear.code, 1);
  assert.match(
    unclear.stderr,
    /NEW_SECRET_KEY is missing: set SECRET_KEY to the current key and NEW_SECRET_KEY to another one/,
  );
  assert.equal((await desk.json('rotate-key', { env: given })).rotated, LOGINS);
  const started = await desk.run('doctor', { env: { SECRET_KEY: given.NEW_SECRET_KEY } });
  assert.match(started.stdout, /^No problems found/);
});

test('the key of an archive that a service uses is not rotated', async (t) => {
  const desk = await newDesk(t);
  await desk.run('account list');
  const data = join(desk.folder, 'data');
  const store = await openStore(`sqlite:${join(data, 'pagekeep.db')}`);
  const key = await readFile(join(data, 'secret.key'), 'utf8');
  const stop = new AbortController();
  const beats = (async () => {
    for (let beat = 0; !stop.signal.aborted; beat += 1) {
      await store.machineHeartbeat.beat({ machine: 'any', name: 'server-1', beat: String(beat) });
      await delay(50);
    }
  })();
  const { code, stderr } = await desk.run('rotate-key');
  stop.abort();
  await beats;
  await store.close();
  assert.equal(code, 1);
  assert.match(stderr, /^pagekeep: The service runs on server-1/);
  assert.equal(await readFile(join(data, 'secret.key'), 'utf8'), key);
  await assert.rejects(access(join(data, 'secret.key.new')), { code: 'ENOENT' });
});

/** Page logins of one account. */
async function fill(path: string, secretKey: string): Promise<void> {
  const store = await openStore(`sqlite:${path}`);
  const key = sealingKey(secretKey);
  const { owner } = await addPerson(store);
  for (let index = 0; index < LOGINS; index += 1) {
    const { id } = await addTracked(store, owner, { readyAt: tick() });
    const sealedSecrets = seal(key, {
      text: TEXT,
      boundTo: id,
      randomBytes: (size) => new Uint8Array(size).fill(index),
    });
    await store.schedules.start(owner, id, { ...DAILY, sealedSecrets }, { now: tick(), readyAt: tick() });
  }
  await store.close();
}
