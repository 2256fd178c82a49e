import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { migrate } from '../../src/store/engine/migrate.ts';
import { openDatabase, openStore } from '../../src/store/open.ts';
import { forEachEngine, postgres, sqlite } from '../harness/engines.ts';
import { noPostgres } from '../harness/quick.ts';
import { addPerson } from '../harness/records.ts';

const OPEN = join(import.meta.dirname, '../../src/store/open.ts');
const SCRIPT = `
  const { openStore } = await import(process.argv[1]);
  const store = await openStore(process.argv[2]);
  await store.accounts.add({ id: process.argv[3], email: process.argv[3] + '@example.org', createdAt: '', webpageCount: 0 }, '');
  await store.close();
`;

forEachEngine((engine) => {
  test('several processes that start at once on an empty database migrate it once, and all can use it', async (t) => {
    const database = await engine.makeDatabase({ empty: true });
    t.after(() => database.drop());
    const run = promisify(execFile);
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        run(process.execPath, ['--input-type=module', '-e', SCRIPT, OPEN, database.url, `process-${index}`]),
      ),
    );
    const store = await openStore(database.url);
    assert.equal((await store.accounts.list()).length, 6);
    await store.close();
    const queries = await openDatabase(database.url);
    assert.equal((await queries.all('SELECT version FROM schema_version')).length, 1);
    await queries.close();
  });

  test('several connections of one process may migrate at once', async (t) => {
    const database = await engine.makeDatabase({ empty: true });
    t.after(() => database.drop());
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(database.url)));
    for (const store of stores) await addPerson(store);
    assert.equal((await stores[0]?.accounts.list())?.length, 8);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a current database is not changed', async (t) => {
    const database = await engine.makeDatabase({ empty: true });
    t.after(() => database.drop());
    const queries = await openDatabase(database.url);
    const announced: unknown[] = [];
    const announce = (versions: unknown) => announced.push(versions);
    assert.ok((await migrate(queries, announce)) > 0);
    assert.equal(await migrate(queries, announce), 0);
    assert.deepEqual(announced, []);
    await queries.close();
  });

  test('a database of a newer version is refused with an explanation and not changed', async (t) => {
    const database = await engine.makeDatabase();
    t.after(() => database.drop());
    await (await openStore(database.url)).close();
    const queries = await openDatabase(database.url);
    await queries.run('INSERT INTO schema_version (version) VALUES (999)');
    await assert.rejects(openStore(database.url), {
      kind: 'unprocessable',
      message: /schema version 999.*newer version/,
    });
    assert.equal((await queries.get('SELECT count(*) AS n FROM accounts'))?.n, 0);
    await queries.close();
  });

  test('a migration that fails leaves nothing behind', async (t) => {
    const database = await engine.makeDatabase({ empty: true });
    t.after(() => database.drop());
    const queries = await openDatabase(database.url);
    await assert.rejects(
      queries.migrate(async (_tx, exec) => {
        await exec('CREATE TABLE half_done (id INTEGER)');
        await exec('CREATE TABLE this is not SQL');
      }),
    );
    await assert.rejects(queries.all('SELECT * FROM half_done'));
    assert.ok((await migrate(queries)) > 0);
    await queries.close();
  });
});

test('PostgreSQL has no statistics of a new database, which would make it scan tables', {
  skip: noPostgres,
}, async (t) => {
  const database = await postgres.makeDatabase({ empty: true });
  t.after(() => database.drop());
  const queries = await openDatabase(database.url);
  t.after(() => queries.close());
  await migrate(queries);
  const unknown = await queries.get("SELECT reltuples = -1 AS unknown FROM pg_class WHERE relname = 'webpages'");
  assert.deepEqual(unknown, { unknown: true });
});

test('the start waits for a lock of another process on the SQLite file', async (t) => {
  const database = await sqlite.makeDatabase({ empty: true });
  t.after(() => database.drop());
  const holder = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const { DatabaseSync } = require('node:sqlite');
     const database = new DatabaseSync(workerData);
     database.exec('BEGIN EXCLUSIVE; CREATE TABLE held (id INTEGER)');
     parentPort.postMessage('held');
     setTimeout(() => { database.exec('ROLLBACK'); database.close(); }, 300);`,
    { eval: true, workerData: database.url.slice('sqlite:'.length) },
  );
  const left = once(holder, 'exit');
  await once(holder, 'message');
  const store = await openStore(database.url);
  await addPerson(store);
  await store.close();
  await left;
});
