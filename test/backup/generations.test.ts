import assert from 'node:assert/strict';
import { access, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { restore } from '../../src/backup/restore.ts';
import { verify } from '../../src/backup/verify.ts';
import { cleanup } from '../harness/cleanup.ts';
import { overwrite } from '../harness/damage.ts';
import { deletePicture, emptyFolder, emptyPlaces, listOf, makeArchive, quietly } from '../harness/embedded.ts';

const NIGHTS = ['20260101T030000Z', '20260102T030000Z', '20260103T030000Z', '20260104T030000Z'] as const;

async function setUp(t: TestContext) {
  const undo = cleanup(t);
  const { places, addPicture } = await makeArchive(undo, 1);
  const folder = await emptyFolder(undo, 'backup');
  const backUpAt = (night: number, generations: number) =>
    backUp(places, folder, { ...quietly, generations, now: new Date(`2026-01-0${night}T03:00:00.123Z`) });
  const names = async () =>
    (await readdir(folder))
      .filter((name) => /^SHA256SUMS[^.]*$/.test(name))
      .map(timeOf)
      .sort();
  const databases = async () => (await readdir(folder)).filter((name) => name.endsWith('.db')).length;
  return { undo, places, addPicture, folder, backUpAt, names, databases };
}

const timeOf = (name: string) => name.replace('SHA256SUMS-', '');

test('a folder keeps the last backups with their images, and any of them can be restored', async (t) => {
  const { undo, places, addPicture, folder, backUpAt, names, databases } = await setUp(t);
  const picture = await addPicture();
  const image = join(folder, 'images', picture.contentKey);
  await backUpAt(1, 2);
  deletePicture(places, picture.id);
  assert.partialDeepStrictEqual(await backUpAt(2, 2), { generation: NIGHTS[1], images: 2, copied: 0 });
  assert.deepEqual(await names(), NIGHTS.slice(0, 2));
  const older = await restore(folder, await emptyPlaces(undo), { ...quietly, generation: NIGHTS[0] });
  assert.partialDeepStrictEqual(older, { generation: NIGHTS[0], images: 4, lost: { count: 0 } });
  const newer = await restore(folder, await emptyPlaces(undo), quietly);
  assert.partialDeepStrictEqual(newer, { generation: NIGHTS[1], images: 2, lost: { count: 0 } });
  await access(image);
  await backUpAt(3, 2);
  assert.deepEqual(await names(), NIGHTS.slice(1, 3));
  assert.equal(await databases(), 1, 'both backups have the same database');
  await assert.rejects(access(image), { code: 'ENOENT' });
  const unknown = restore(folder, await emptyPlaces(undo), { ...quietly, generation: NIGHTS[0] });
  await assert.rejects(unknown, { kind: 'unprocessable', message: /its backups are 20260103T.*, 20260102T/i });
});

test('the last verified backup stays until a newer one is verified', async (t) => {
  const { addPicture, folder, backUpAt, names } = await setUp(t);
  await backUpAt(1, 1);
  const [state] = await verify(folder, quietly.progress);
  assert.partialDeepStrictEqual(state, { generation: NIGHTS[0], images: 2, damaged: { count: 0 } });
  const picture = await addPicture();
  await backUpAt(2, 1);
  await backUpAt(3, 1);
  assert.deepEqual(await names(), [NIGHTS[0], NIGHTS[2]]);

  const image = join(folder, 'images', picture.contentKey);
  await overwrite(image, 4, 2);
  const [damaged, intact] = await verify(folder, quietly.progress);
  const files = { count: 1, names: [`images/${picture.contentKey}`] };
  assert.partialDeepStrictEqual(damaged, { generation: NIGHTS[2], damaged: files });
  assert.partialDeepStrictEqual(intact, { generation: NIGHTS[0], damaged: { count: 0 } });
  await backUpAt(4, 1);
  assert.deepEqual(await names(), [NIGHTS[0], NIGHTS[3]]);

  await rm(image);
  await backUpAt(5, 1);
  await verify(folder, quietly.progress);
  await backUpAt(6, 1);
  assert.deepEqual(await names(), ['20260105T030000Z', '20260106T030000Z']);
});

test('the next backup removes the files of a backup whose removal was interrupted', async (t) => {
  const { places, addPicture, folder, backUpAt, databases } = await setUp(t);
  const picture = await addPicture();
  const list = listOf(folder, await backUpAt(1, 2));
  deletePicture(places, picture.id);
  await backUpAt(2, 2);
  await rename(list, `${list}.retired`);
  await backUpAt(3, 2);
  await assert.rejects(access(join(folder, 'images', picture.contentKey)), { code: 'ENOENT' });
  await assert.rejects(access(`${list}.retired`), { code: 'ENOENT' });
  assert.equal(await databases(), 1);
});

test('a backup is newer than all others, also after the clock was set back', async (t) => {
  const { undo, addPicture, folder, backUpAt } = await setUp(t);
  await backUpAt(2, 2);
  await addPicture();
  assert.equal((await backUpAt(1, 2)).generation, '20260102T030001Z');
  assert.partialDeepStrictEqual(await restore(folder, await emptyPlaces(undo), quietly), { images: 4 });
});
