import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { restore } from '../../src/backup/restore.ts';
import { cleanup } from '../harness/cleanup.ts';
import { emptyFolder, emptyPlaces, makeArchive, quietly } from '../harness/embedded.ts';

test('a backup into a folder that cannot be created fails with an error for the operator', async (t) => {
  const undo = cleanup(t);
  const { places } = await makeArchive(undo);
  const file = join(await emptyFolder(undo, 'backup'), 'file');
  await writeFile(file, '');
  await assert.rejects(backUp(places, file, quietly), {
    kind: 'unavailable',
    message: /^The backup was aborted: ENOTDIR: .*\.$/,
  });
});

test('a restore into a folder that cannot be created fails with an error for the operator', async (t) => {
  const undo = cleanup(t);
  const { places } = await makeArchive(undo);
  const folder = await emptyFolder(undo, 'backup');
  await backUp(places, folder, quietly);
  const empty = await emptyPlaces(undo);
  await writeFile(empty.imageFolder, '');
  await assert.rejects(restore(folder, empty, quietly), {
    kind: 'unavailable',
    message: /^The restore was aborted: EEXIST: .*\.$/,
  });
});
