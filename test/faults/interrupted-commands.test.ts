import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import type { EmbeddedPlaces } from '../../src/backup/layout.ts';
import { restore } from '../../src/backup/restore.ts';
import { isIntact, verify } from '../../src/backup/verify.ts';
import { Problem } from '../../src/domain/problem.ts';
import { openStore } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { emptyFolder, emptyPlaces, makeArchive, quietly } from '../harness/embedded.ts';
import { environment, runProgram } from '../harness/running.ts';
import { dumpSqlite } from './damage/examine.ts';
import { type Random, ROUNDS, seeded } from './random.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/pagekeep.js');
const PICTURES = 12;
/** Most commands make more changes of files than this. */
const CHANGES = 60;

const settingsOf = ({ databasePath }: EmbeddedPlaces) => ({ DATA_DIR: dirname(databasePath) });

/** Runs a command, and kills it after a random number of changes in a folder. Returns whether it was killed. */
async function kill(random: Random, args: readonly string[], folder: string, places: EmbeddedPlaces): Promise<boolean> {
  let left = 1 + random.whole(CHANGES);
  const env = environment(settingsOf(places));
  await mkdir(folder, { recursive: true });
  const watching = watch(folder, { recursive: true });
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env,
    stdio: 'ignore',
    cwd: dirname(places.databasePath),
  });
  watching.on('change', () => {
    left -= 1;
    if (left === 0) child.kill('SIGKILL');
  });
  const [code] = await once(child, 'exit');
  watching.close();
  assert.ok(code === null || code === 0, `${args[0]} ended with ${code}`);
  return code === null;
}

async function setUp(t: TestContext) {
  const undo = cleanup(t);
  const random = seeded(t);
  const archive = await makeArchive(undo, PICTURES);
  const folder = await emptyFolder(undo, 'backup');
  const report = (killed: number) => t.diagnostic(`${killed} of ${ROUNDS} runs were killed`);
  return { undo, random, archive, folder, report };
}

/** Without temporary files, which the service removes later. */
async function contentOf(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.includes('/.unfinished/'))
      files.set(path.slice(folder.length), await readFile(path, 'latin1'));
  }
  return files;
}

test('a killed backup leaves the earlier one whole, and the next one completes', async (t) => {
  const { random, archive, folder, report } = await setUp(t);
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { generation } = await backUp(archive.places, folder, quietly);
    for (let added = 0; added < PICTURES; added += 1) await archive.addPicture();
    if (await kill(random, ['backup', folder], folder, archive.places)) killed += 1;
    const states = await verify(folder, quietly.progress);
    assert.ok(states.every(isIntact));
    assert.ok(states.some((state) => state.generation >= generation));
    const next = await backUp(archive.places, folder, quietly);
    assert.deepEqual(next.leftOut.count, 0);
    const after = await verify(folder, quietly.progress);
    assert.ok(after.every(isIntact) && after.some((state) => state.generation === next.generation));
    assert.deepEqual(
      [...(await contentOf(folder)).keys()].filter((name) => name.endsWith('.part')),
      [],
    );
  }
  report(killed);
});

test('a killed restore leaves no archive or the whole one, and the next one completes', async (t) => {
  const { undo, random, archive, folder, report } = await setUp(t);
  await backUp(archive.places, folder, quietly);
  const good = await emptyPlaces(undo);
  await restore(folder, good, quietly);
  const [rows, images] = [dumpSqlite(good.databasePath), await contentOf(good.imageFolder)];
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const places = await emptyPlaces(undo);
    if (await kill(random, ['restore', folder], dirname(places.databasePath), places)) killed += 1;
    if (!existsSync(places.databasePath)) {
      if (existsSync(`${places.databasePath}.restoring`)) {
        const refused = await runProgram(['serve'], settingsOf(places));
        assert.equal(refused.code, 1);
        assert.match(
          refused.stderr,
          /^pagekeep: The restore into .* is not complete\. If it was interrupted, run "pagekeep restore" again/,
        );
      }
      assert.equal((await restore(folder, places, quietly)).lost.count, 0);
      assert.equal(dumpSqlite(places.databasePath), rows);
    }
    const store = await openStore(`sqlite:${places.databasePath}`);
    assert.deepEqual(await store.check.damage(), []);
    await store.close();
    assert.deepEqual(await contentOf(places.imageFolder), images);
  }
  report(killed);
});

test('a killed copy cannot be used as an archive, and the next one completes it', async (t) => {
  const { undo, random, archive, report } = await setUp(t);
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = await emptyPlaces(undo);
    const url = `sqlite:${target.databasePath}`;
    const args = ['copy', '--to-database', url, '--to-images', `file:${target.imageFolder}`];
    if (await kill(random, args, dirname(target.databasePath), archive.places)) killed += 1;
    if ((await stateOf(url, archive.owner)) !== 'whole') {
      const { code, stderr } = await runProgram(args, settingsOf(archive.places));
      assert.equal(code, 0, stderr);
    }
    assert.equal(await stateOf(url, archive.owner), 'whole');
    assert.deepEqual(await contentOf(target.imageFolder), await contentOf(archive.places.imageFolder));
  }
  report(killed);
});

/** The state that the first user of the copy finds. */
async function stateOf(url: string, owner: string): Promise<'unfinished' | 'empty' | 'whole'> {
  if (!existsSync(url.slice('sqlite:'.length))) return 'empty';
  try {
    const store = await openStore(url);
    try {
      const [account] = await store.accounts.list();
      if (!account) return 'empty';
      assert.deepEqual(await store.check.damage(), []);
      const acts = await store.audit.list({ owner: undefined, after: undefined, limit: 10 });
      assert.ok(acts.some(({ action }) => action === 'archive-copied'));
      assert.equal((await store.webpages.page(owner, await store.webpages.state(owner), ALL)).records.length, 1);
      return 'whole';
    } finally {
      await store.close();
    }
  } catch (error) {
    assert.ok(error instanceof Problem);
    assert.match(
      error.message,
      /^The database is a copy that is not complete\. If "pagekeep copy" was interrupted, run it again/,
    );
    return 'unfinished';
  }
}

const ALL = { page: 1, limit: 10, sort: 'dateCreated', order: 'asc' } as const;
