import assert from 'node:assert/strict';
import { unlinkSync } from 'node:fs';
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { restore } from '../../src/backup/restore.ts';
import { cleanup } from '../harness/cleanup.ts';
import { deletePicture, emptyFolder, emptyPlaces, KEY, listOf, makeArchive, quietly } from '../harness/embedded.ts';
import { type Env, runProgram } from '../harness/running.ts';

const NONE = { count: 0, names: [] };

async function setUp(t: TestContext) {
  const undo = cleanup(t);
  const archive = await makeArchive(undo, 0);
  await archive.addPicture();
  const picture = await archive.addPicture();
  return { undo, places: archive.places, picture, folder: await emptyFolder(undo, 'backup') };
}

async function damage(path: string): Promise<void> {
  const bytes = await readFile(path);
  // Replaces the file, because the image and its backup may be hard links to the same file.
  await rm(path);
  await writeFile(path, Buffer.alloc(bytes.length, 7));
}

async function block(path: string): Promise<void> {
  await rm(path);
  await mkdir(path);
}

for (const [what, lose] of Object.entries({ 'is lost': rm, 'is damaged': damage, 'cannot be read': block })) {
  test(`a picture that ${what} is left out of the backup and reported, and everything else is backed up`, async (t) => {
    const { undo, places, picture, folder } = await setUp(t);
    await lose(join(places.imageFolder, picture.contentKey));
    const report = await backUp(places, folder, quietly);
    assert.partialDeepStrictEqual(report, { images: 3, copied: 3, leftOut: { count: 1, names: [picture.contentKey] } });
    // The records still name the image, so the restore reports it too.
    const restored = await restore(folder, await emptyPlaces(undo), quietly);
    assert.partialDeepStrictEqual(restored, { images: 3, lost: { count: 1, names: [picture.contentKey] } });
  });
}

test('a damaged thumbnail is left out of the backup and reported', async (t) => {
  const { places, picture, folder } = await setUp(t);
  await damage(join(places.imageFolder, picture.thumbnailKey));
  const { leftOut } = await backUp(places, folder, quietly);
  assert.deepEqual(leftOut, { count: 1, names: [picture.thumbnailKey] });
});

test('an image that is deleted during a backup is not reported as missing', async (t) => {
  const { undo, places, picture, folder } = await setUp(t);
  let deleted = false;
  const deleteOnce = (text: string) => {
    if (deleted || !text.startsWith('images: 1,')) return;
    deleted = true;
    deletePicture(places, picture.id);
    for (const key of [picture.contentKey, picture.thumbnailKey]) unlinkSync(join(places.imageFolder, key));
  };
  const report = await backUp(places, folder, { ...quietly, progress: deleteOnce });
  assert.ok(deleted);
  assert.partialDeepStrictEqual(report, { images: 2, copied: 2, leftOut: NONE });
  assert.partialDeepStrictEqual(await restore(folder, await emptyPlaces(undo), quietly), { images: 2, lost: NONE });
});

for (const [what, lose] of Object.entries({ 'is lost': rm, 'is short': (path: string) => truncateOwn(path) })) {
  test(`a file of the backup that ${what} is copied again`, async (t) => {
    const { undo, places, picture, folder } = await setUp(t);
    await backUp(places, folder, quietly);
    await lose(join(folder, 'images', picture.thumbnailKey));
    assert.partialDeepStrictEqual(await backUp(places, folder, quietly), { images: 4, copied: 1, leftOut: NONE });
    assert.partialDeepStrictEqual(await restore(folder, await emptyPlaces(undo), quietly), { images: 4, lost: NONE });
  });
}

async function truncateOwn(path: string): Promise<void> {
  const bytes = await readFile(path);
  await rm(path);
  await writeFile(path, bytes);
  await truncate(path, bytes.length - 1);
}

for (const [what, lose] of Object.entries({ lost: rm, shortened: truncateOwn })) {
  test(`an image that the archive has ${what} stays in the backup that has it`, async (t) => {
    const { undo, places, picture, folder } = await setUp(t);
    await backUp(places, folder, quietly);
    for (const key of [picture.contentKey, picture.thumbnailKey]) await lose(join(places.imageFolder, key));
    assert.partialDeepStrictEqual(await backUp(places, folder, quietly), { images: 4, copied: 0, leftOut: NONE });
    assert.partialDeepStrictEqual(await restore(folder, await emptyPlaces(undo), quietly), { images: 4, lost: NONE });
  });
}

test('an image that both the archive and the backup have lost is left out', async (t) => {
  const { places, picture, folder } = await setUp(t);
  await backUp(places, folder, quietly);
  await rm(join(places.imageFolder, picture.contentKey));
  await rm(join(folder, 'images', picture.contentKey));
  const { leftOut } = await backUp(places, folder, quietly);
  assert.deepEqual(leftOut, { count: 1, names: [picture.contentKey] });
});

for (const [what, lose] of Object.entries({ missing: rm, damaged: damage, unreadable: block })) {
  test(`a restore skips and reports an image that is ${what} in the backup`, async (t) => {
    const { undo, places, picture, folder } = await setUp(t);
    await backUp(places, folder, quietly);
    await lose(join(folder, 'images', picture.thumbnailKey));
    const target = await emptyPlaces(undo);
    const restored = await restore(folder, target, quietly);
    assert.partialDeepStrictEqual(restored, { images: 3, lost: { count: 1, names: [picture.thumbnailKey] } });
    await readFile(target.databasePath);
    await assert.rejects(readFile(join(target.imageFolder, picture.thumbnailKey)), { code: 'ENOENT' });
  });
}

test('a damaged database is not restored', async (t) => {
  const { undo, places, folder } = await setUp(t);
  const sums = await readFile(listOf(folder, await backUp(places, folder, quietly)), 'utf8');
  await damage(join(folder, /pagekeep-.*\.db/.exec(sums)?.[0] ?? ''));
  const target = await emptyPlaces(undo);
  await assert.rejects(restore(folder, target, quietly), { kind: 'unprocessable', message: /missing or damaged/ });
  await assert.rejects(readFile(target.databasePath), { code: 'ENOENT' });
});

test('a restore skips and reports a damaged key, unless the right key is already in place', async (t) => {
  const { undo, places, folder } = await setUp(t);
  await backUp(places, folder, quietly);
  await damage(join(folder, 'secret.key'));
  const without = await restore(folder, await emptyPlaces(undo), quietly);
  assert.partialDeepStrictEqual(without, { images: 4, lost: { count: 1, names: ['secret.key'] } });
  const target = await emptyPlaces(undo);
  await writeFile(target.secretKeyPath, KEY);
  assert.partialDeepStrictEqual(await restore(folder, target, quietly), { images: 4, lost: NONE });
});

test('both commands name the missing files and end with exit code 1', async (t) => {
  const { undo, places, picture, folder } = await setUp(t);
  const envOf = (databasePath: string): Env => ({ DATA_DIR: join(databasePath, '..') });
  await rm(join(places.imageFolder, picture.contentKey));
  const backup = await runProgram(['backup', folder], envOf(places.databasePath));
  assert.equal(backup.code, 1, backup.stderr);
  assert.match(backup.stdout, /3 images.*1 file is not in the backup/s);
  assert.ok(backup.stdout.includes(picture.contentKey));
  const restored = await runProgram(['restore', folder], envOf((await emptyPlaces(undo)).databasePath));
  assert.equal(restored.code, 1, restored.stderr);
  assert.match(restored.stdout, /3 images.*1 file is missing or damaged/s);
  assert.ok(restored.stdout.includes(picture.contentKey));
});
