import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { restore } from '../../src/backup/restore.ts';
import { openMigrated, openStore } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { emptyFolder, emptyPlaces, KEY, makeArchive, quietly } from '../harness/embedded.ts';
import { addScreenshot, addWebpage, storePicture } from '../harness/records.ts';

async function setUp(t: TestContext) {
  const undo = cleanup(t);
  const archive = await makeArchive(undo);
  const backup = await emptyFolder(undo, 'backup');
  await backUp(archive.places, backup, quietly);
  return { undo, backup, places: await emptyPlaces(undo) };
}

for (const rest of ['-wal', '-shm', '-journal']) {
  test(`a restore is refused while a leftover ${rest} file of another database exists`, async (t) => {
    const { backup, places } = await setUp(t);
    const left = `${places.databasePath}${rest}`;
    await writeFile(left, 'of another database');
    await assert.rejects(restore(backup, places, quietly), { kind: 'conflict', message: /-wal|-shm|-journal/ });
    assert.equal(await readFile(left, 'utf8'), 'of another database');
    await assert.rejects(readFile(places.databasePath), { code: 'ENOENT' });
    await rm(left);
    assert.partialDeepStrictEqual(await restore(backup, places, quietly), { images: 4, lost: { count: 0 } });
  });
}

test('a service that starts in the middle of a restore is refused, and the restore goes on', async (t) => {
  const { backup, places } = await setUp(t);
  let started: Promise<unknown> | undefined;
  const start = () => {
    started ??= assert.rejects(openMigrated(`sqlite:${places.databasePath}`), {
      kind: 'conflict',
      message: /is not complete.* run "pagekeep restore" again/,
    });
  };
  assert.partialDeepStrictEqual(await restore(backup, places, { progress: start }), { images: 4, lost: { count: 0 } });
  await (started ?? assert.fail('nothing was restored'));
});

test('the second name that a restore leaves when it is killed after its last step is removed', async (t) => {
  const { places } = await makeArchive(cleanup(t));
  const draft = `${places.databasePath}.restoring`;
  await link(places.databasePath, draft);
  await (await openStore(`sqlite:${places.databasePath}`)).close();
  assert.equal(existsSync(draft), false);
  await writeFile(draft, 'of another restore');
  await (await openStore(`sqlite:${places.databasePath}`)).close();
  assert.equal(existsSync(draft), true);
});

test('a restore does not replace a database that somebody puts in its place in the meantime', async (t) => {
  const { backup, places } = await setUp(t);
  let put: Promise<void> | undefined;
  const putThere = () => {
    put ??= writeFile(places.databasePath, 'another database');
  };
  const restoring = restore(backup, places, { progress: putThere });
  await assert.rejects(restoring, { kind: 'conflict', message: /stop the service/i });
  await put;
  assert.equal(await readFile(places.databasePath, 'utf8'), 'another database');
});

test('a restore does not replace a different secret.key, and accepts the same one', async (t) => {
  const { backup, places } = await setUp(t);
  const other = 'o'.repeat(64);
  await writeFile(places.secretKeyPath, other);
  await assert.rejects(restore(backup, places, quietly), { kind: 'conflict', message: /secret\.key.*move it away/i });
  assert.equal(await readFile(places.secretKeyPath, 'utf8'), other);
  await assert.rejects(readFile(places.databasePath), { code: 'ENOENT' });
  await writeFile(places.secretKeyPath, KEY);
  assert.partialDeepStrictEqual(await restore(backup, places, quietly), { images: 4, lost: { count: 0 } });
});

test('a restore does not replace a secret.key that a service creates in the meantime', async (t) => {
  const { backup, places } = await setUp(t);
  const other = 'o'.repeat(64);
  let made: Promise<void> | undefined;
  const makeKey = () => {
    made ??= writeFile(places.secretKeyPath, other);
  };
  const restoring = restore(backup, places, { progress: makeKey });
  await assert.rejects(restoring, { kind: 'conflict' });
  await made;
  assert.equal(await readFile(places.secretKeyPath, 'utf8'), other);
});

test('the trash is part of a backup, with its images', async (t) => {
  const undo = cleanup(t);
  const { places: from, store, images, owner } = await makeArchive(undo, 1);
  const [webpage, other] = [await addWebpage(store, owner), await addWebpage(store, owner)];
  const shots = [];
  for (const { id } of [webpage, other]) {
    shots.push(await addScreenshot(store, owner, id, { picture: await storePicture(images) }));
  }
  await store.trash.putWebpage(owner, webpage.id, new Date());
  if (shots[1]) await store.trash.putCapture(owner, shots[1], new Date());
  const folder = await emptyFolder(undo, 'backup');
  await backUp(from, folder, quietly);
  const places = await emptyPlaces(undo);
  assert.partialDeepStrictEqual(await restore(folder, places, quietly), { images: 6, lost: { count: 0 } });
  const restored = await openStore(`sqlite:${places.databasePath}`);
  undo(() => restored.close());
  const page = { after: undefined, limit: 10 };
  assert.deepEqual(await restored.trash.list(owner, page), await store.trash.list(owner, page));
});
