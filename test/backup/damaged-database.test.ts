import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { hashFile } from '../../src/backup/checksums.ts';
import { restore } from '../../src/backup/restore.ts';
import { verify } from '../../src/backup/verify.ts';
import { cleanup } from '../harness/cleanup.ts';
import { damagePage } from '../harness/damage.ts';
import { makeVersion19 } from '../harness/earlier-sums.ts';
import { emptyFolder, emptyPlaces, listOf, makeArchive, quietly } from '../harness/embedded.ts';
import { runProgram } from '../harness/running.ts';

async function setUp(t: TestContext) {
  const undo = cleanup(t);
  const { places } = await makeArchive(undo);
  const folder = await emptyFolder(undo, 'backup');
  const report = await backUp(places, folder, quietly);
  return { undo, places, folder, list: listOf(folder, report) };
}

/** A list as earlier versions wrote it. */
const withoutHash = (text: string) => text.replace(/^#.*\n/gm, '');

function loseParents(path: string): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec('DELETE FROM webpages');
  database.close();
}

const DAMAGE: Record<string, (path: string) => unknown> = {
  'a damaged index': (path) => damagePage(path, 'webpages_by_url'),
  'a damaged table': (path) => damagePage(path, 'webpages'),
  'rows without the row that they belong to': loseParents,
};

for (const [what, damage] of Object.entries(DAMAGE)) {
  test(`a backup of a database with ${what} is refused, and the earlier backup stays`, async (t) => {
    const { undo, places, folder } = await setUp(t);
    const before = await readdir(folder);
    await damage(places.databasePath);
    await assert.rejects(backUp(places, folder, quietly), {
      kind: 'unprocessable',
      message: /^Nothing was backed up; earlier backups are unchanged\. The database is damaged: .+\.$/,
    });
    assert.deepEqual(await readdir(folder), before);
    const restored = await restore(folder, await emptyPlaces(undo), quietly);
    assert.partialDeepStrictEqual(restored, { images: 4, lost: { count: 0 } });
  });
}

test('a damaged database is not restored, even if its checksum matches', async (t) => {
  const { undo, folder, list } = await setUp(t);
  const text = await readFile(list, 'utf8');
  const name = /pagekeep-.*\.db/.exec(text)?.[0] ?? assert.fail(text);
  const good = await hashFile(join(folder, name));
  await damagePage(join(folder, name), 'webpages_by_url');
  await writeFile(list, withoutHash(text).replace(good, await hashFile(join(folder, name))));
  const places = await emptyPlaces(undo);
  await assert.rejects(restore(folder, places, quietly), {
    kind: 'unprocessable',
    message: /The database is damaged: .* Nothing was restored/,
  });
  assert.deepEqual(await readdir(dirname(places.databasePath)), ['restore.lock']);
  const [state] = await verify(folder, quietly.progress);
  assert.match(String(state?.fault), /^The database is damaged: /);
});

test('a database of a newer version of Pagekeep is neither backed up nor restored', async (t) => {
  const { undo, places, folder, list } = await setUp(t);
  const age = (path: string) => {
    const database = new DatabaseSync(path);
    database.exec('INSERT INTO schema_version VALUES (1000); PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  };
  const newer = { kind: 'unprocessable', message: /schema version 1000/ };
  age(places.databasePath);
  const before = await readdir(folder);
  await assert.rejects(backUp(places, folder, quietly), newer);
  assert.deepEqual(await readdir(folder), before);

  const text = await readFile(list, 'utf8');
  const copy = join(folder, /pagekeep-.*\.db/.exec(text)?.[0] ?? '');
  const known = await hashFile(copy);
  age(copy);
  await writeFile(list, withoutHash(text).replace(known, await hashFile(copy)));
  await assert.rejects(restore(folder, await emptyPlaces(undo), quietly), newer);
});

test('the doctor and the backup command report a damaged database and end with exit code 1', async (t) => {
  const { places, folder } = await setUp(t);
  await damagePage(places.databasePath, 'webpages_by_url');
  const env = { DATA_DIR: dirname(places.databasePath) };
  assert.equal(basename(places.databasePath), 'pagekeep.db');
  const doctor = await runProgram(['doctor', '--images', '--fix'], env);
  assert.equal(doctor.code, 1, doctor.stderr);
  assert.match(doctor.stdout, /^The database is damaged: .* Stop the service and restore a backup\.$/m);
  const backup = await runProgram(['backup', folder], env);
  assert.deepEqual([backup.code, backup.stdout], [1, '']);
  assert.match(backup.stderr, /^pagekeep: Nothing was backed up; .*\n$/);
  const verified = await runProgram(['backup', '--verify', folder], env);
  assert.equal(verified.code, 0, verified.stderr);
  assert.match(verified.stdout, /^\d{8}T\d{6}Z: intact, 4 images\.\n$/);
});

test('a database of an earlier version with right checksums is backed up and verified', async (t) => {
  const { places, folder } = await setUp(t);
  makeVersion19(places.databasePath);
  await backUp(places, folder, quietly);
  const [state] = await verify(folder, quietly.progress);
  assert.equal(state?.fault, undefined);
});
