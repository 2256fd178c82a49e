import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type BackupReport, backUp } from '../../src/backup/back-up.ts';
import { type RestoreReport, restore } from '../../src/backup/restore.ts';
import { cleanup } from '../harness/cleanup.ts';
import { emptyFolder, emptyPlaces, makeArchive, quietly } from '../harness/embedded.ts';

const LOCK = join(import.meta.dirname, '../../src/backup/lock.ts');

test('a second backup into the same folder is refused, and the first one completes', async (t) => {
  const undo = cleanup(t);
  const { places } = await makeArchive(undo);
  const folder = await emptyFolder(undo, 'backup');
  let second: Promise<PromiseSettledResult<BackupReport>[]> | undefined;
  const beginSecond = () => {
    second ??= Promise.allSettled([backUp(places, folder, quietly)]);
  };
  await backUp(places, folder, { ...quietly, progress: beginSecond });
  const [refused] = (await second) ?? [];
  assert.ok(refused?.status === 'rejected');
  assert.equal(refused.reason.kind, 'conflict');
  assert.match(refused.reason.message, /^Another backup into .* is running/);
  assert.partialDeepStrictEqual(await restore(folder, await emptyPlaces(undo), quietly), {
    images: 4,
    lost: { count: 0 },
  });
});

test('a second restore into the same location is refused, and the first one completes', async (t) => {
  const undo = cleanup(t);
  const { places } = await makeArchive(undo);
  const folder = await emptyFolder(undo, 'backup');
  await backUp(places, folder, quietly);
  const target = await emptyPlaces(undo);
  let second: Promise<PromiseSettledResult<RestoreReport>[]> | undefined;
  const beginSecond = () => {
    second ??= Promise.allSettled([restore(folder, target, quietly)]);
  };
  const first = await restore(folder, target, { progress: beginSecond });
  const [refused] = (await second) ?? [];
  assert.ok(refused?.status === 'rejected');
  assert.equal(refused.reason.kind, 'conflict');
  assert.match(refused.reason.message, /^Another restore into .* is running/);
  assert.partialDeepStrictEqual(first, { images: 4, lost: { count: 0 } });
});

test('a killed backup does not block the next one, which removes its temporary files', async (t) => {
  const undo = cleanup(t);
  const { places } = await makeArchive(undo);
  const folder = await emptyFolder(undo, 'backup');
  const script = `import { holdLock } from ${JSON.stringify(LOCK)}; globalThis.lock = holdLock('backup', ${JSON.stringify(folder)});
    console.log('held'); setInterval(() => undefined, 1e6);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  undo(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  await assert.rejects(backUp(places, folder, quietly), { kind: 'conflict' });

  holder.kill('SIGKILL');
  await once(holder, 'close');
  const run = '0198f3a2-0000-7000-8000-000000000000';
  const left = [`pagekeep.db.${run}.part`, `pagekeep.db.${run}.part-wal`, `pagekeep.db.${run}.part-shm`];
  for (const name of [...left, `SHA256SUMS.${run}.part`, 'pagekeep-0123456789abcdef.db']) {
    await writeFile(join(folder, name), 'half of it');
  }
  await writeFile(join(folder, 'notes.part'), 'not of Pagekeep');
  await writeFile(join(folder, 'images', `image.${run}.part`), 'half of it');
  await backUp(places, folder, quietly);
  const names = (await readdir(folder))
    .map((name) => name.replace(/[0-9a-f]{16}/, 'HASH').replace(/\d{8}T\d{6}Z/, 'TIME'))
    .sort();
  assert.deepEqual(
    (await readdir(join(folder, 'images'))).filter((name) => !/^[0-9a-f]{2}$/.test(name)),
    [],
  );
  assert.deepEqual(names, ['SHA256SUMS-TIME', 'backup.lock', 'images', 'notes.part', 'pagekeep-HASH.db', 'secret.key']);
  assert.partialDeepStrictEqual(await restore(folder, await emptyPlaces(undo), quietly), {
    images: 4,
    lost: { count: 0 },
  });
});
