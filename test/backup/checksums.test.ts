import assert from 'node:assert/strict';
import { constants } from 'node:buffer';
import { access, appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { restore } from '../../src/backup/restore.ts';
import { cleanup } from '../harness/cleanup.ts';
import { deletePicture, emptyFolder, emptyPlaces, listOf, makeArchive, quietly } from '../harness/embedded.ts';

async function setUp(t: TestContext) {
  const undo = cleanup(t);
  const { places, addPicture } = await makeArchive(undo, 1);
  const picture = await addPicture();
  const folder = await emptyFolder(undo, 'backup');
  const sums = listOf(folder, await backUp(places, folder, quietly));
  return { undo, places, picture, folder, sums, text: await readFile(sums, 'utf8') };
}

test('a restore and the next backup read a list of files that exceeds the longest string', async (t) => {
  const { undo, places, folder, sums, text } = await setUp(t);
  // A sparse file takes no disk space.
  const middle = text.indexOf('\n') + 1;
  await writeFile(sums, text.slice(0, middle));
  await truncate(sums, constants.MAX_STRING_LENGTH + 1);
  await appendFile(sums, `\n${text.slice(middle)}`);
  const restored = await restore(folder, await emptyPlaces(undo), quietly);
  assert.partialDeepStrictEqual(restored, { images: 4, lost: { count: 1, names: [basename(sums)] } });
  const report = await backUp(places, folder, quietly);
  assert.partialDeepStrictEqual(report, { images: 4, copied: 0 });
  assert.equal(await readFile(listOf(folder, report), 'utf8'), text);
});

test('files outside the backup that the list names are neither restored nor removed', async (t) => {
  const { undo, places, folder, sums, text } = await setUp(t);
  const outside = join(await emptyFolder(undo, 'outside'), 'precious');
  await writeFile(outside, 'precious');
  await writeFile(sums, `${'0'.repeat(64)}  images/../${relative(folder, outside)}\n${text}`);
  assert.partialDeepStrictEqual(await restore(folder, await emptyPlaces(undo), quietly), { images: 4 });
  await backUp(places, folder, quietly);
  await access(outside);
});

test('images that no record needs any more are removed from the backup and from its sorted list', async (t) => {
  const { places, folder, text, picture } = await setUp(t);
  deletePicture(places, picture.id);
  const report = await backUp(places, folder, quietly);
  assert.partialDeepStrictEqual(report, { images: 2, copied: 0 });
  for (const key of [picture.contentKey, picture.thumbnailKey]) {
    assert.ok(text.includes(key));
    await assert.rejects(access(join(folder, 'images', key)), { code: 'ENOENT' });
  }
  const names = (await readFile(listOf(folder, report), 'utf8')).match(/(?<= {2}).+$/gm) ?? [];
  assert.equal(names.length, 4);
  assert.deepEqual(names, names.toSorted());
});
