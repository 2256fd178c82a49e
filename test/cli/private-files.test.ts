import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newDesk } from '../harness/cli.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('only their owner can read the data folder and the database, also if they existed before', async (t) => {
  const { folder, run } = await newDesk(t);
  const data = join(folder, 'data');
  const database = join(folder, 'elsewhere', 'kept.db');
  mkdirSync(data, { mode: 0o755 });
  mkdirSync(join(folder, 'elsewhere'), { mode: 0o755 });
  writeFileSync(database, '', { mode: 0o644 });
  chmodSync(data, 0o755);
  const env = { DATABASE_URL: `sqlite:${database}` };
  assert.equal((await run('account add ann@example.org', { env })).code, 0);
  assert.deepEqual([modeOf(data), modeOf(database)], [0o700, 0o600]);
  assert.equal(modeOf(join(data, 'secret.key')), 0o600);
  assert.equal(modeOf(join(folder, 'elsewhere')), 0o755, 'a folder that is not that of Pagekeep stays as it is');
});

test('only their owner can read a backup, also one that was readable before, and what is restored from it', async (t) => {
  const { folder, run } = await newDesk(t);
  const env = { DATA_DIR: join(folder, 'data'), IMAGES_URL: `file:${join(folder, 'pictures')}` };
  assert.equal((await run('account add ann@example.org', { env })).code, 0);
  assert.equal(modeOf(join(folder, 'pictures')), 0o700);
  const backup = join(folder, 'backup');
  mkdirSync(backup);
  chmodSync(backup, 0o755);
  assert.equal((await run(`backup ${backup}`, { env })).code, 0);
  assert.equal(modeOf(backup), 0o700);
  for (const name of readdirSync(backup)) {
    assert.equal(modeOf(join(backup, name)) & 0o077, 0, name);
    chmodSync(join(backup, name), 0o755);
  }
  chmodSync(backup, 0o755);
  const restored = join(folder, 'restored');
  mkdirSync(restored);
  chmodSync(restored, 0o755);
  const place = { DATA_DIR: restored, IMAGES_URL: `file:${join(restored, 'images')}` };
  assert.equal((await run(`restore ${backup}`, { env: place })).code, 0);
  assert.deepEqual([modeOf(restored), modeOf(join(restored, 'images'))], [0o700, 0o700]);
  assert.equal(modeOf(join(restored, 'pagekeep.db')), 0o600);
  writeFileSync(join(backup, 'of-another-program'), '');
  assert.equal((await run(`backup ${backup}`, { env })).code, 0);
  for (const name of readdirSync(backup).filter((each) => each !== 'of-another-program')) {
    assert.equal(modeOf(join(backup, name)) & 0o077, 0, name);
  }
  assert.equal(modeOf(backup), 0o755, 'a folder that other programs use stays as it is');
  rmSync(join(backup, 'of-another-program'));
  assert.equal((await run(`backup ${backup}`, { env })).code, 0);
  assert.equal(modeOf(backup), 0o700);
});

test('compiled code is cached in a folder of the user, and not taken from one that others may write to', async (t) => {
  const { folder, run } = await newDesk(t);
  const env = { TMPDIR: folder, DATA_DIR: join(folder, 'data') };
  await run('migrate', { env, alone: true });
  const [cache = ''] = readdirSync(folder).filter((name) => name.includes('compile'));
  assert.match(cache, /^pagekeep-compiled-\d+$/);
  const path = join(folder, cache);
  assert.equal(modeOf(path), 0o700);
  assert.notDeepEqual(readdirSync(path), []);
  rmSync(path, { recursive: true });
  mkdirSync(path);
  chmodSync(path, 0o777);
  assert.equal((await run('migrate', { env, alone: true })).code, 0);
  assert.deepEqual(readdirSync(path), []);
});
