import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Logger } from 'pino';
import { readConfig } from '../../src/config.ts';
import type { CaptureRecord } from '../../src/domain/capture-schedule.ts';
import type { Health } from '../../src/metrics/health.ts';
import { makeMeters } from '../../src/metrics/meters.ts';
import type { RoleParts } from '../../src/roles/role.ts';
import { startWorkerBeside } from '../../src/roles/worker-beside.ts';
import { noteNews } from '../../src/roles/worker-news.ts';
import { openStore } from '../../src/store/open.ts';
import { workerOf } from '../faults/processes.ts';
import { cleanup } from '../harness/cleanup.ts';
import { isAlive } from '../harness/is-alive.ts';
import { makeDataDir, until } from '../harness/running.ts';

/** The parts of the parent process, with its log and its health checks. */
async function makeParts(t: TestContext) {
  const undo = cleanup(t);
  const data = await makeDataDir();
  undo(data.remove);
  const config = readConfig({ DATA_DIR: data.path, LOG_LEVEL: 'silent' });
  const store = await openStore(config.databaseUrl);
  undo(() => store.close());
  const logged: string[] = [];
  const log = { error: (message: string) => logged.push(message) } as unknown as Logger;
  const checks: (() => Promise<unknown>)[] = [];
  const health: Pick<Health, 'add'> = { add: (_name, check) => void checks.push(check) };
  const stopping = new AbortController();
  undo(() => stopping.abort());
  const meters = makeMeters(store, () => new Date());
  const parts = { config, log, meters, health, signal: stopping.signal } as RoleParts;
  return { parts, logged, checks, stopping, undo };
}

test('a capture process that hangs is killed when the service stops', {
  skip: process.platform !== 'linux' && 'processes are read from /proc',
}, async (t) => {
  const { parts, stopping } = await makeParts(t);
  const { ended } = startWorkerBeside(parts, { stopMs: 10, listenMs: 60_000, misses: 1 });
  const worker = await until('it is there', () => workerOf(process.pid));
  process.kill(worker, 'SIGSTOP');
  stopping.abort();
  await ended;
  assert.equal(isAlive(worker), false);
});

test('a capture process that hangs is killed and replaced', {
  skip: process.platform !== 'linux' && 'processes are read from /proc',
}, async (t) => {
  const { parts, logged, stopping } = await makeParts(t);
  const { ended } = startWorkerBeside(parts, { stopMs: 10, listenMs: 100, misses: 20 });
  const hung = await until('it is there', () => workerOf(process.pid));
  process.kill(hung, 'SIGSTOP');
  const next = await until('another is there', async () => {
    const worker = await workerOf(process.pid);
    return worker !== hung && worker;
  });
  stopping.abort();
  await ended;
  assert.equal(isAlive(hung), false);
  assert.ok(next);
  assert.match(logged[0] ?? '', /sent nothing for 2 s/);
});

test('a failed start of the capture process is retried, and the service continues', async (t) => {
  const { parts, logged, stopping, undo } = await makeParts(t);
  // Longer than the system allows. Node throws this error instead of emitting it on the child.
  process.env.PAGEKEEP_TEST = 'x'.repeat(4_000_000);
  undo(() => delete process.env.PAGEKEEP_TEST);
  const { ended } = startWorkerBeside(parts);
  await until('it was tried twice', () => logged.length === 2);
  stopping.abort();
  await ended;
  assert.match(logged[0] ?? '', /E2BIG.*restarts in 1 s/);
  assert.match(logged[1] ?? '', /E2BIG.*restarts in 2 s/);
});

test('without a capture process the service is not ready', async (t) => {
  const { parts, checks } = await makeParts(t);
  const note = noteNews(parts);
  const [hasBrowser = assert.fail] = checks;
  await assert.rejects(hasBrowser(), /no browser/);
  note({ kind: 'browser-ready' });
  await hasBrowser();
  note({ kind: 'ended' });
  await assert.rejects(hasBrowser(), /no browser/);
});

test('a capture process that has ended does not count as paused, and its browser restarts are added to those of the next one', async (t) => {
  const { parts } = await makeParts(t);
  const note = noteNews(parts);
  const record = { outcome: 'failed', reason: 'deadline', phases: {} } as unknown as CaptureRecord;
  note({ kind: 'captured', record, browserRestarts: 2 });
  note({ kind: 'paused', reason: 'disk', yes: true });
  assert.match(await parts.meters.text(), /pagekeep_captures_paused\{reason="disk"\} 1\n/);
  note({ kind: 'ended' });
  assert.match(await parts.meters.text(), /pagekeep_captures_paused\{reason="disk"\} 0\n/);
  assert.match(await parts.meters.text(), /pagekeep_browser_restarts 2\n/);
  note({ kind: 'captured', record, browserRestarts: 1 });
  assert.match(await parts.meters.text(), /pagekeep_browser_restarts 3\n/);
});
