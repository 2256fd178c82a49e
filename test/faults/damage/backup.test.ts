import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp } from '../../../src/backup/back-up.ts';
import type { EmbeddedPlaces } from '../../../src/backup/layout.ts';
import { restore } from '../../../src/backup/restore.ts';
import { isIntact, verify } from '../../../src/backup/verify.ts';
import { Problem } from '../../../src/domain/problem.ts';
import { openImages } from '../../../src/images/open.ts';
import { openMigrated, storeOn } from '../../../src/store/open.ts';
import { cleanup } from '../../harness/cleanup.ts';
import { emptyPlaces, quietly } from '../../harness/embedded.ts';
import { temporaryFolder } from '../../harness/engines.ts';
import { ROUNDS, seeded } from '../random.ts';
import { type Corrupt, cutOff, emptied, oneByte, removed, someBytes } from './corrupt.ts';
import { dumpSqlite } from './examine.ts';
import { fillSample, SECRET_KEY } from './sample.ts';
import { makeTally } from './tally.ts';

const WAYS: Readonly<Record<string, Corrupt>> = { oneByte, someBytes, cutOff, emptied, removed };

const FILES: Readonly<Record<string, RegExp>> = {
  'the database of a backup': /^pagekeep-.*\.db$/,
  'an image of a backup': /^images\/.*\.webp$/,
  'a thumbnail of a backup': /^images\/.*\.jpg$/,
  'the list of a backup': /^SHA256SUMS-\w+$/,
  'the key of a backup': /^secret\.key$/,
};

test('a damaged backup is noticed when it is verified or restored, and nothing damaged is restored', async (t) => {
  const undo = cleanup(t);
  const random = seeded(t);
  const places = await emptyPlaces(undo);
  await writeFile(places.secretKeyPath, SECRET_KEY);
  const images = await openImages(`file:${places.imageFolder}`);
  const { database } = await openMigrated(`sqlite:${places.databasePath}`);
  await fillSample(storeOn(database), images);
  await database.close();
  const rows = dumpSqlite(places.databasePath);
  const original = await readAll(places.imageFolder);
  const folder = await temporaryFolder('backup');
  const report = await backUp(places, folder, quietly);
  const names = await readdir(folder, { recursive: true });
  const target = join(await temporaryFolder('restored'), 'place');

  /** Restores the damaged backup. Whatever it restores is what was backed up. */
  async function tryRestore(): Promise<boolean> {
    const restored: EmbeddedPlaces = {
      databasePath: join(target, 'pagekeep.db'),
      imageFolder: join(target, 'images'),
      secretKeyPath: join(target, 'secret.key'),
    };
    try {
      const { lost } = await restore(folder, restored, quietly);
      assert.equal(dumpSqlite(restored.databasePath), rows);
      for (const [name, bytes] of await readAll(restored.imageFolder))
        assert.deepEqual(bytes, original.get(name), name);
      const key = await readFile(restored.secretKeyPath, 'utf8').catch(() => undefined);
      assert.ok(key === SECRET_KEY || (key === undefined && lost.count > 0), 'the key is restored, or missed');
      return lost.count > 0;
    } catch (error) {
      assert.ok(error instanceof Problem, String(error));
      return true;
    } finally {
      await rm(target, { recursive: true, force: true });
    }
  }

  const tally = makeTally();
  for (const [kind, pattern] of Object.entries(FILES)) {
    const matching = names.filter((name) => pattern.test(name));
    for (const [way, corrupt] of Object.entries(WAYS)) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const mend = await corrupt(join(folder, random.pick(matching)), random);
        const noticedBy = (await tryRestore()) ? ['restore'] : [];
        const states = await verify(folder, quietly.progress).catch((error) => {
          assert.ok(error instanceof Problem, String(error));
          return [];
        });
        if (states.length === 0 || !states.every(isIntact)) noticedBy.push('verify');
        assert.ok(noticedBy.includes('verify'), `${kind}: ${way}`);
        await mend();
        tally.add(kind, { noticedBy });
      }
    }
  }
  assert.partialDeepStrictEqual(await verify(folder, quietly.progress), [{ generation: report.generation }]);
  tally.print(t);
});

test('a backup that was interrupted changes no earlier one', async (t) => {
  const undo = cleanup(t);
  const random = seeded(t);
  const places = await emptyPlaces(undo);
  await writeFile(places.secretKeyPath, SECRET_KEY);
  const images = await openImages(`file:${places.imageFolder}`);
  const { database } = await openMigrated(`sqlite:${places.databasePath}`);
  undo(() => database.close());
  await fillSample(storeOn(database), images);
  const folder = await temporaryFolder('backup');
  const { generation } = await backUp(places, folder, quietly);
  await verify(folder, quietly.progress);
  const tally = makeTally();
  for (let round = 0; round < 3 * ROUNDS; round += 1) {
    const copy = join(await temporaryFolder('half'), 'copy');
    await cp(folder, copy, { recursive: true });
    let steps = random.whole(15);
    const progress = () => {
      steps -= 1;
      if (steps < 0) throw new Error('broken off');
    };
    await assert.rejects(backUp(places, copy, { ...quietly, progress }), /broken off/);
    const states = await verify(copy, quietly.progress);
    assert.ok(states.some((state) => state.generation === generation && isIntact(state)));
    tally.add('a half-written backup', { noticedBy: ['backup'] });
  }
  tally.print(t);
});

async function readAll(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length), await readFile(path));
  }
  return files;
}
