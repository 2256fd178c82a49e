import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { INCOMPLETE } from '../../src/http/completeness.ts';
import { watchDamage } from '../../src/metrics/damage.ts';
import { startDamageCheck } from '../../src/roles/damage-check.ts';
import { cleanup } from '../harness/cleanup.ts';
import { damagePage } from '../harness/damage.ts';
import { makeArchive } from '../harness/embedded.ts';
import { addToken } from '../harness/records.ts';
import { runProgram, startProgram } from '../harness/running.ts';

test('a request for damaged records is 503, as are lists that could lack some; all else is served, and the service says once what to do', async (t) => {
  const undo = cleanup(t);
  const { places, store, owner } = await makeArchive(undo, 1);
  const { token } = await addToken(store, owner);
  await damagePage(places.databasePath, 'webpages_by_url');
  const program = await startProgram(['--role', 'api', '--role', 'scheduler'], {
    DATA_DIR: dirname(places.databasePath),
  });
  undo(() => program.stop());
  const headers = { Authorization: `Bearer ${token}` };
  const [page] = (await program.ask('/v3/webpages', { headers })).json().members;
  assert.equal((await program.ask(new URL(page.id).pathname, { headers })).status, 200);
  const listed = await program.ask(new URL(page.subjectOf.id).pathname, { headers });
  assert.deepEqual([listed.status, listed.json().description], [503, INCOMPLETE]);
  assert.equal((await program.ask('/manage/v1/webpages', { headers })).json().description, INCOMPLETE);
  for (let round = 0; round < 2; round += 1) {
    const damaged = await program.ask('/v3/webpages?sort=url', { headers });
    assert.equal(damaged.status, 503);
    assert.match(damaged.json().description, /^The database is damaged/);
    assert.equal((await program.ask('/v3/webpages', { headers })).status, 200);
  }
  const ready = await program.ask('/readyz');
  assert.deepEqual([ready.status, ready.json().checks], [503, { database: 'damaged', images: 'ok' }]);
  assert.equal((await program.ask('/healthz')).status, 200);
  assert.equal(program.output().match(/stop the service and restore a backup/g)?.length, 1);
});

test('a service that cannot read its accounts does not start, and says why in one sentence', async (t) => {
  const { places } = await makeArchive(cleanup(t), 1);
  await damagePage(places.databasePath, 'accounts');
  const { code, stderr } = await runProgram(['serve', '--role', 'api'], {
    DATA_DIR: dirname(places.databasePath),
    LOG_LEVEL: 'silent',
  });
  assert.deepEqual([code, stderr], [1, 'pagekeep: The database is damaged, and these records cannot be read.\n']);
});

test('a service checks its whole database by itself, also what no request reads', async (t) => {
  const { places } = await makeArchive(cleanup(t), 1);
  const stopping = new AbortController();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const config = readConfig({ DATA_DIR: dirname(places.databasePath) });
  const damage = watchDamage(log);
  const parts = { config, log, signal: stopping.signal };
  const often = { shortestPauseMs: 10, longestPauseMs: 10, pausesPerCheck: 1 };
  const checking = startDamageCheck(parts, damage, often);
  await damagePage(places.databasePath, 'webpages_by_url');
  await checking.ended;
  assert.ok(damage.isDamaged());
  assert.ok(damage.mayLackRecords());
  assert.match(lines.join(''), /webpages_by_url|malformed|page \d+/);

  const suspected = watchDamage(log);
  const { places: intact } = await makeArchive(cleanup(t), 1);
  const other = { ...parts, config: readConfig({ DATA_DIR: dirname(intact.databasePath) }) };
  const seldom = startDamageCheck(other, suspected, { ...often, shortestPauseMs: 60_000, longestPauseMs: 60_000 });
  await seldom.first;
  assert.ok(!suspected.isDamaged());
  await damagePage(intact.databasePath, 'webpages_by_url');
  suspected.onDamage(new Error('a statement met damage'));
  await seldom.ended;
  assert.ok(suspected.mayLackRecords(), 'checked at once');
});

test('the start does not wait for the check of a large database', async (t) => {
  const { places } = await makeArchive(cleanup(t), 1);
  const config = readConfig({ DATA_DIR: dirname(places.databasePath) });
  const stopping = new AbortController();
  const log = pino({ level: 'silent' });
  const checking = startDamageCheck({ config, log, signal: stopping.signal }, watchDamage(log));
  const ended: string[] = [];
  await Promise.all([
    checking.first.then(() => ended.push('check')),
    checking.brief(statSync(places.databasePath).size - 1).then(() => ended.push('large')),
  ]);
  assert.deepEqual(ended, ['large', 'check']);
  stopping.abort();
  await checking.ended;
});

test('a database file that another one replaces is noticed, although both are intact', async (t) => {
  const { places } = await makeArchive(cleanup(t), 1);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const config = readConfig({ DATA_DIR: dirname(places.databasePath) });
  const damage = watchDamage(log);
  const often = { shortestPauseMs: 10, longestPauseMs: 10, pausesPerCheck: 1 };
  const checking = startDamageCheck({ config, log, signal: new AbortController().signal }, damage, often);
  await checking.first;
  assert.ok(!damage.isDamaged());
  await copyFile(places.databasePath, `${places.databasePath}.other`);
  await rename(`${places.databasePath}.other`, places.databasePath);
  await checking.ended;
  assert.ok(damage.mayLackRecords());
  assert.match(lines.join(''), /was removed or replaced/);
});
