import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { backUp } from '../../../src/backup/back-up.ts';
import { isIntact, verify } from '../../../src/backup/verify.ts';
import { readConfig } from '../../../src/config.ts';
import type { Images } from '../../../src/domain/ports/images.ts';
import { Problem } from '../../../src/domain/problem.ts';
import { openImages } from '../../../src/images/open.ts';
import { type DamageWatch, watchDamage } from '../../../src/metrics/damage.ts';
import { startDamageCheck } from '../../../src/roles/damage-check.ts';
import { openMigrated, openStore, storeOn } from '../../../src/store/open.ts';
import { cleanup } from '../../harness/cleanup.ts';
import { emptyPlaces, quietly } from '../../harness/embedded.ts';
import { temporaryFolder } from '../../harness/engines.ts';
import { type Random, ROUNDS, seeded } from '../random.ts';
import { type Corrupt, cutOff, emptied, lostPage, misplacedPage, oneByte, someBytes } from './corrupt.ts';
import { askDoctor, copyDatabase, dumpSqlite, removeDatabase } from './examine.ts';
import { addCapture, compareReplies, fillSample, QUIET, readEverything, SECRET_KEY } from './sample.ts';
import { makeTally, type Outcome } from './tally.ts';

type Kind = readonly [name: string, corrupt: Corrupt, times: number];

const BYTES: readonly Kind[] = [
  ['SQLite: up to 200 bytes overwritten', someBytes, 8],
  ['SQLite: one byte changed', oneByte, 7],
];

const PAGES: readonly Kind[] = [
  ['SQLite: a page lost', lostPage, 3],
  ['SQLite: a page in the place of another', misplacedPage, 3],
  ['SQLite: the end cut off', cutOff, 2],
  ['SQLite: emptied', emptied, 1],
];

const LOGS: readonly Kind[] = [
  ['SQLite: the write-ahead log cut off', cutOff, 3],
  ['SQLite: bytes of the write-ahead log', someBytes, 3],
];

/** An archive in SQLite and a folder, with a verified backup. */
async function setUp(t: TestContext) {
  const undo = cleanup(t);
  const places = await emptyPlaces(undo);
  await writeFile(places.secretKeyPath, SECRET_KEY, { mode: 0o600 });
  const images = await openImages(`file:${places.imageFolder}`);
  const { database } = await openMigrated(`sqlite:${places.databasePath}`);
  const store = storeOn(database);
  const sample = await fillSample(store, images);
  await makeOld(images, places.imageFolder);
  const intact = await readEverything({ store, images }, sample, sample.recordPaths);
  for (const [path, { status }] of intact) assert.equal(status, 200, path);
  assert.deepEqual(await askDoctor({ store, images }), []);
  return { undo, places, images, database, store, sample, intact };
}

async function makeOld(images: Images, folder: string): Promise<void> {
  const longAgo = new Date(Date.now() - 86_400_000);
  for await (const { key } of images.list()) await utimes(join(folder, key), longAgo, longAgo);
}

function checkpoint(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/**
 * Half of the faults occur while the service is stopped, and half while it has the database open. Wrong replies count from
 * the moment when the service can see the fault: its check has run. It runs before the service listens, and again and again.
 */
test('a damaged SQLite database is noticed, is not served as good, replaces no verified backup and ends no process', async (t) => {
  const random = seeded(t);
  const { places, images, database, sample, intact } = await setUp(t);
  await database.close();
  checkpoint(places.databasePath);
  const rows = dumpSqlite(places.databasePath);
  const kept = await temporaryFolder('kept');
  await backUp(places, kept, quietly);
  const [good] = await verify(kept, quietly.progress);
  assert.ok(good && isIntact(good));
  const folder = join(await temporaryFolder('backup'), 'copy');
  const damaged = { ...places, databasePath: `${places.databasePath}.damaged` };
  const tally = makeTally();

  /** Makes a backup of the damaged archive into a folder with a good one. */
  async function tryBackup(): Promise<'refused' | 'made'> {
    if (!existsSync(folder)) await cp(kept, folder, { recursive: true });
    const before = await readdir(folder);
    try {
      await backUp(damaged, folder, quietly);
    } catch (error) {
      assert.ok(error instanceof Problem, String(error));
      assert.deepEqual(await readdir(folder), before);
      return 'refused';
    }
    const states = await verify(folder, quietly.progress);
    assert.ok(states.some((state) => state.generation === good?.generation && isIntact(state)));
    await rm(folder, { recursive: true });
    return 'made';
  }

  async function openService() {
    const damage = watchDamage(QUIET);
    const store = await openStore(`sqlite:${damaged.databasePath}`, { onDamage: damage.onDamage });
    return { damage, store };
  }

  async function checkAsService(damage: DamageWatch): Promise<void> {
    const stopping = new AbortController();
    const config = readConfig({ DATABASE_URL: `sqlite:${damaged.databasePath}` });
    const checking = startDamageCheck({ config, log: QUIET, signal: stopping.signal }, damage);
    await checking.first;
    stopping.abort();
    await checking.ended;
  }

  async function examine(corrupt: Corrupt, random: Random): Promise<Outcome> {
    await copyDatabase(places.databasePath, damaged.databasePath);
    const opened = random.whole(2) === 0 ? undefined : await openService();
    await corrupt(damaged.databasePath, random);
    const harmless = dumpSqlite(damaged.databasePath) === rows;
    const noticedBy: string[] = [];
    let wrong: string[] = [];
    try {
      if ((await tryBackup()) === 'refused') noticedBy.push('backup');
      const { store, damage } = opened ?? (await openService());
      try {
        await checkAsService(damage);
        const parts = { store, images, mayLackRecords: damage.mayLackRecords };
        const replies = await readEverything(parts, sample, sample.recordPaths);
        const compared = compareReplies(intact, replies);
        if (compared.refused > 0) noticedBy.push('reader');
        wrong = compared.wrong;
        if (wrong.length > 0) t.diagnostic(`${opened ? 'running' : 'stopped'}: wrong ${wrong.join(' ')}`);
        if ((await askDoctor({ store, images })).length > 0) noticedBy.push('doctor');
      } finally {
        await store.close().catch(() => undefined);
      }
    } catch (error) {
      // The service does not start, and neither does the doctor.
      assert.ok(error instanceof Problem, String(error));
      noticedBy.push('start');
    } finally {
      await removeDatabase(damaged.databasePath);
    }
    return { noticedBy, wrong: wrong.length, harmless };
  }

  for (const [kind, corrupt, times] of [...BYTES, ...PAGES]) {
    for (let round = 0; round < times * ROUNDS; round += 1) tally.add(kind, await examine(corrupt, random));
  }
  tally.print(t);
  for (const [kind] of [...BYTES, ...PAGES]) {
    assert.equal(tally.unnoticed(kind), 0, kind);
    assert.equal(tally.wrong(kind), 0, kind);
  }
});

test('a damaged write-ahead log loses the last records and nothing else', async (t) => {
  const random = seeded(t);
  const { undo, places, images, database, store, sample } = await setUp(t);
  undo(() => database.close());
  checkpoint(places.databasePath);
  const pictures = [...sample.pictures];
  for (const webpage of [...sample.webpages, ...sample.webpages]) {
    await addCapture(store, images, { owner: sample.owner, webpage, pictures });
  }
  await makeOld(images, places.imageFolder);
  const whole = dumpSqlite(places.databasePath, { wal: true });
  const shots = async (from: typeof database) =>
    (await from.all('SELECT id FROM screenshots ORDER BY id')).map(({ id }) => String(id));
  const all = await shots(database);
  const path = `${places.databasePath}.damaged`;
  const tally = makeTally();
  for (const [kind, corrupt, times] of LOGS) {
    for (let round = 0; round < times * ROUNDS; round += 1) {
      await copyDatabase(places.databasePath, path);
      await corrupt(`${path}-wal`, random);
      const opened = await openMigrated(`sqlite:${path}`);
      const kept = await shots(opened.database);
      assert.deepEqual(kept, all.slice(0, kept.length), 'an earlier state, whole');
      const findings = await askDoctor({ store: storeOn(opened.database), images });
      assert.ok(!findings.includes('damaged database'), 'SQLite leaves out what is damaged');
      await opened.database.close();
      const harmless = dumpSqlite(path) === whole;
      tally.add(kind, { noticedBy: findings.length > 0 ? ['doctor'] : [], harmless });
      await removeDatabase(path);
    }
  }
  tally.print(t);
  for (const [kind] of LOGS) assert.equal(tally.unnoticed(kind), 0, kind);
});
