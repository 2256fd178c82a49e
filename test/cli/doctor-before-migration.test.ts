import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { openDatabase, openMigrated, storeOn } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { changeIndex, damagePage } from '../harness/damage.ts';
import { makeVersion19 } from '../harness/earlier-sums.ts';
import { emptyFolder, makeArchive } from '../harness/embedded.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addScreenshot, addWebpage } from '../harness/records.ts';
import { runProgram } from '../harness/running.ts';

async function versionOf(url: string): Promise<number> {
  const database = await openDatabase(url);
  try {
    return Number((await database.get('SELECT max(version) AS version FROM schema_version'))?.version);
  } finally {
    await database.close();
  }
}

forEachEngine((engine) => {
  test('the doctor examines a damaged database before it is migrated, and does not migrate it', async (t) => {
    const undo = cleanup(t);
    const place = await engine.makeDatabase();
    undo(place.drop);
    const { database } = await openMigrated(place.url);
    const { owner } = await addPerson(storeOn(database));
    const { picture } = await addScreenshot(storeOn(database), owner, (await addWebpage(storeOn(database), owner)).id);
    const lose = `DELETE FROM pictures WHERE id = '${picture.id}'`;
    if (engine.name === 'postgres') {
      await database.migrate((_, exec) =>
        exec(`SET LOCAL session_replication_role = replica; ${lose}; UPDATE schema_version SET version = 19`),
      );
    }
    await database.close();
    if (engine.name === 'sqlite') makeVersion19(place.url.replace('sqlite:', ''), lose);
    const settings = { DATABASE_URL: place.url, DATA_DIR: await emptyFolder(undo, 'doctor') };
    const { code, stdout, stderr } = await runProgram(['doctor', '--json'], settings);
    assert.equal(code, 1, stderr);
    const { findings, found, mended } = JSON.parse(stdout);
    assert.ok(found > 0 && mended === 0, stdout);
    assert.partialDeepStrictEqual(findings.at(-1), {
      kind: 'damaged database',
      fault: '1 rows of screenshots refer to missing rows of pictures.',
    });
    assert.equal(await versionOf(place.url), 19);
  });
});

test('a database that is damaged too much for its migration is refused with advice, and the doctor lists the damage', async (t) => {
  const { places } = await makeArchive(cleanup(t));
  makeVersion19(places.databasePath);
  await damagePage(places.databasePath, 'webpages');
  const settings = { DATA_DIR: dirname(places.databasePath), LOG_LEVEL: 'silent' };
  const started = await runProgram(['serve', '--role', 'api'], settings);
  assert.equal(started.code, 1);
  assert.match(
    started.stderr,
    /^pagekeep: The database of DATABASE_URL, [^ ]+, cannot be used: database disk image is malformed\. Run "pagekeep doctor".*restore a backup\.\n$/,
  );
  const { code, stdout, stderr } = await runProgram(['doctor'], settings);
  assert.equal(code, 1, stderr);
  assert.match(stdout, /^The database is damaged: .*Stop the service\./);
  assert.equal(await versionOf(`sqlite:${places.databasePath}`), 19);
});

test('the doctor rebuilds a damaged index before the migration, and then examines the rest', async (t) => {
  const { places } = await makeArchive(cleanup(t));
  makeVersion19(places.databasePath);
  await changeIndex(places.databasePath, 'webpages_by_url', 'https');
  const settings = { DATA_DIR: dirname(places.databasePath) };
  const { code, stdout } = await runProgram(['doctor', '--fix'], settings);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^The database is damaged: .* Fixed\.\n/);
  assert.equal(await versionOf(`sqlite:${places.databasePath}`), 21);
});
