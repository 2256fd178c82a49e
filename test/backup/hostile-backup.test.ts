import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { restore } from '../../src/backup/restore.ts';
import { verify } from '../../src/backup/verify.ts';
import { cleanup } from '../harness/cleanup.ts';
import { emptyFolder, emptyPlaces, listOf, makeArchive, quietly } from '../harness/embedded.ts';

test('a device in place of an image is missing, and nothing reads it without end', async (t) => {
  const undo = cleanup(t);
  const { places } = await makeArchive(undo);
  const folder = await emptyFolder(undo, 'backup');
  const list = await readFile(listOf(folder, await backUp(places, folder, quietly)), 'utf8');
  const [, image = ''] = / {2}(images\/.*)/.exec(list) ?? [];
  await rm(join(folder, image));
  await symlink('/dev/zero', join(folder, image));
  const [state] = await verify(folder, quietly.progress);
  assert.equal(state?.damaged.count, 1, JSON.stringify(state));
  const { lost } = await restore(folder, await emptyPlaces(undo), quietly);
  assert.deepEqual([lost.count, lost.names], [1, [image.replace('images/', '')]]);
});

test('names that lead out of the folder are ignored, as are repeated and endless lines', async (t) => {
  const undo = cleanup(t);
  const { places } = await makeArchive(undo);
  const folder = await emptyFolder(undo, 'backup');
  const list = listOf(folder, await backUp(places, folder, quietly));
  const [line = ''] = /^.* {2}images\/.*$/m.exec(await readFile(list, 'utf8')) ?? [];
  const [sum = '', image = ''] = line.split('  ');
  const hostile = [
    '../escaped',
    'images/../../escaped',
    '/tmp/escaped',
    `${image}/../../escaped`,
    `${image}\0`,
    '',
    '-rf',
  ];
  const lines = hostile.map((name) => `${sum}  ${name}\n`).join('');
  await appendFile(list, `${lines}${`${line}\n`.repeat(1000)}${'x'.repeat(3_000_000)}\n`);
  const target = await emptyPlaces(undo);
  const report = await restore(folder, target, quietly);
  assert.equal(report.lost.count, 1, 'the list of files is damaged');
  assert.deepEqual((await readdir(dirname(target.databasePath))).sort(), [
    'images',
    'pagekeep.db',
    'restore.lock',
    'secret.key',
  ]);
});
