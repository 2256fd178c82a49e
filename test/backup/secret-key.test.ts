import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { restore } from '../../src/backup/restore.ts';
import { cleanup } from '../harness/cleanup.ts';
import { emptyFolder, emptyPlaces, KEY, makeArchive, quietly } from '../harness/embedded.ts';

const OTHER_KEY = 'o'.repeat(64);

async function setUp(t: TestContext) {
  const undo = cleanup(t);
  const archive = await makeArchive(undo, 1);
  return { undo, archive, places: archive.places, folder: await emptyFolder(undo, 'backup') };
}

const CHANGES = {
  'lost its key': (path: string) => rm(path),
  'got another key': (path: string) => writeFile(path, OTHER_KEY),
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`a backup of an archive that ${what} is refused, and the key in the backup stays`, async (t) => {
    const { undo, archive, places, folder } = await setUp(t);
    await backUp(places, folder, quietly);
    const before = await readdir(folder);
    await archive.addPicture();
    await change(places.secretKeyPath);
    await assert.rejects(backUp(places, folder, quietly), { kind: 'conflict', message: /another folder/ });
    assert.deepEqual(await readdir(folder), before);
    const restored = await emptyPlaces(undo);
    assert.partialDeepStrictEqual(await restore(folder, restored, quietly), { images: 2, lost: { count: 0 } });
    assert.equal(await readFile(restored.secretKeyPath, 'utf8'), KEY);
  });
}

test('a key that was created after the last backup is part of the next one', async (t) => {
  const { undo, places, folder } = await setUp(t);
  await rm(places.secretKeyPath);
  await backUp(places, folder, quietly);
  await writeFile(places.secretKeyPath, KEY);
  await backUp(places, folder, quietly);
  const restored = await emptyPlaces(undo);
  await restore(folder, restored, quietly);
  assert.equal(await readFile(restored.secretKeyPath, 'utf8'), KEY);
});

test('a key that is missing in the backup is copied again', async (t) => {
  const { places, folder } = await setUp(t);
  await backUp(places, folder, quietly);
  for (const damage of [rm, (path: string) => writeFile(path, '')]) {
    await damage(join(folder, 'secret.key'));
    await backUp(places, folder, quietly);
    assert.equal(await readFile(join(folder, 'secret.key'), 'utf8'), KEY);
  }
});

test('an unreadable key does not count as a missing key', async (t) => {
  const { places, folder } = await setUp(t);
  await rm(places.secretKeyPath);
  await mkdir(places.secretKeyPath);
  await assert.rejects(backUp(places, folder, quietly), { kind: 'unavailable', message: /secret\.key cannot be read/ });
});

test('an interrupted run leaves the previous backup intact, with its key', async (t) => {
  const { undo, archive, places, folder } = await setUp(t);
  await backUp(places, folder, quietly);
  await archive.addPicture();
  const breakOff = () => {
    throw new Error('broken off');
  };
  await assert.rejects(backUp(places, folder, { ...quietly, progress: breakOff }), /broken off/);
  const restored = await emptyPlaces(undo);
  assert.partialDeepStrictEqual(await restore(folder, restored, quietly), { images: 2, lost: { count: 0 } });
  assert.equal(await readFile(restored.secretKeyPath, 'utf8'), KEY);
});

test('an archive is not backed up while a rotation of its key is unfinished', async (t) => {
  const { places, folder } = await setUp(t);
  await writeFile(`${places.secretKeyPath}.new`, OTHER_KEY);
  await assert.rejects(backUp(places, folder, quietly), {
    kind: 'conflict',
    message: /Run "pagekeep rotate-key" again/,
  });
  await rm(`${places.secretKeyPath}.new`);
  await backUp(places, folder, quietly);
});
