import assert from 'node:assert/strict';
import files, { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { openArchive } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { emptyFolder } from '../harness/embedded.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addWebpage, tick } from '../harness/records.ts';
import { startProgram } from '../harness/running.ts';
import { DAILY } from '../harness/tracked.ts';
import { trackPages } from '../harness/tracked-page.ts';

forEachEngine((engine) => {
  test('a new key is created only for an archive without stored page logins', async (t) => {
    const undo = cleanup(t);
    const { url, drop } = await engine.makeDatabase();
    undo(drop);
    const folder = await emptyFolder(undo, 'data');
    const path = join(folder, 'secret.key');
    const env = { DATA_DIR: folder, DATABASE_URL: url };

    const first = await openArchive(readConfig(env));
    const { owner } = await addPerson(first.store);
    const { id } = await addWebpage(first.store, owner);
    const times = { now: tick(), readyAt: tick() };
    await first.store.schedules.start(owner, id, DAILY, times);
    await first.store.close();
    await rm(path);

    const second = await openArchive(readConfig(env));
    await second.store.schedules.start(owner, id, { ...DAILY, sealedSecrets: 'sealed' }, times);
    await second.store.close();
    const key = await readFile(path, 'utf8');
    await rm(path);

    await assert.rejects(openArchive(readConfig(env)), { kind: 'unavailable', message: /secret\.key.*backup/ });
    await assert.rejects(readFile(path), { code: 'ENOENT' });

    const given = await openArchive(readConfig({ ...env, SECRET_KEY: key }));
    await given.store.close();
    await writeFile(path, key);
    const third = await openArchive(readConfig(env));
    await third.store.close();
    assert.deepEqual(third.sealingKey, second.sealingKey);
  });
});

test('a key can be created on a file system without hard links', async (t) => {
  const undo = cleanup(t);
  const folder = await emptyFolder(undo, 'data');
  const refuse = () => Promise.reject(Object.assign(new Error('not permitted'), { code: 'EPERM' }));
  const { mock } = t.mock.method(files, 'link', refuse);
  syncBuiltinESMExports();
  undo(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
  const first = await openArchive(readConfig({ DATA_DIR: folder }));
  await first.store.close();
  assert.equal(mock.callCount(), 1);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('secret')),
    ['secret.key'],
  );
  const second = await openArchive(readConfig({ DATA_DIR: folder }));
  await second.store.close();
  assert.deepEqual(second.sealingKey, first.sealingKey);
});

test('a service that starts with a wrong SECRET_KEY says so, and runs', async (t) => {
  const undo = cleanup(t);
  const folder = await emptyFolder(undo, 'data');
  const store = await openStore(`sqlite:${folder}/pagekeep.db`);
  const { owner } = await addPerson(store);
  await trackPages(store, owner, ['https://site.example/'], {
    secretKey: 'r'.repeat(40),
    options: { headers: { 'X-Key': 'secret' } },
  });
  await store.close();
  for (const [key, told] of [
    [
      'w'.repeat(40),
      /"level":50.*1 encrypted texts, such as page logins and two-step secrets, need another SECRET_KEY/,
    ],
    ['r'.repeat(40), /^(?!.*another SECRET_KEY)/s],
  ] as const) {
    const program = await startProgram(['--role', 'scheduler'], { DATA_DIR: folder, SECRET_KEY: key });
    await program.stop();
    assert.match(program.output(), told);
  }
});
