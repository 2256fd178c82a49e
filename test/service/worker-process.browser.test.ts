import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { describe, type TestContext, test } from 'node:test';
import { openStore } from '../../src/store/open.ts';
import { html, serveCorpus } from '../corpus/server.ts';
import { browsersOf, workerOf } from '../faults/processes.ts';
import { cleanup } from '../harness/cleanup.ts';
import { isAlive } from '../harness/is-alive.ts';
import { addPerson } from '../harness/records.ts';
import { makeDataDir, startProgram, until } from '../harness/running.ts';
import { trackPages } from '../harness/tracked-page.ts';

const isLinux = process.platform === 'linux';

/** A complete service that tracks a page of the test site. */
async function startWhole(t: TestContext, logFile?: number) {
  const undo = cleanup(t);
  const data = await makeDataDir();
  undo(data.remove);
  const site = await serveCorpus({ '/': html('<title>Hello</title><h1>Hello</h1>') });
  undo(site.close);
  const settings = { DATA_DIR: data.path, CAPTURE_ALLOW: '127.0.0.1' };
  const service = await startProgram(
    [],
    { ...settings, CAPTURE_CONCURRENCY: '1', CAPTURE_LEASE_SECONDS: '5' },
    logFile,
  );
  undo(() => service.stop());
  const store = await openStore(`sqlite:${data.path}/pagekeep.db`);
  undo(() => store.close());
  const person = await addPerson(store);
  const captured = async () => {
    const [webpage] = await trackPages(store, person.owner, [`${site.origin}/?${performance.now()}`]);
    const headers = { Authorization: `Bearer ${person.token}` };
    await until('the page is captured', async () => {
      const { members } = (await service.ask(`/v3/webpages/${webpage?.id}/screenshots`, { headers })).json();
      return members.length > 0;
    });
  };
  const worker = () => until('there is a process that captures', () => workerOf(service.pid));
  return { service, captured, worker };
}

describe('the capture process', { skip: !isLinux && 'processes are read from /proc' }, () => {
  test('is restarted after it is killed, while the API keeps serving', async (t) => {
    const { service, captured, worker } = await startWhole(t);
    await captured();
    const first = await worker();
    process.kill(first, 'SIGKILL');
    await until('it is said', () => /capture process ended \(SIGKILL\).*restarts/.test(service.output()));
    assert.equal((await service.ask('/healthz')).status, 200);
    await captured();
    assert.notEqual(await worker(), first);
    assert.deepEqual(await browsersOf(first), []);
  });

  test('has a lower priority than the service, and its browsers have an even lower one', async (t) => {
    const { service, captured, worker } = await startWhole(t);
    await captured();
    const pid = await worker();
    const [browser = assert.fail('there is no browser')] = await browsersOf(pid);
    const [own = 0, ...others] = [service.pid, pid, browser.pid].map((one) => getPriority(one));
    const ofWorker = Math.min(own + 5, constants.priority.PRIORITY_LOW);
    assert.deepEqual(others, [ofWorker, Math.max(ofWorker, constants.priority.PRIORITY_BELOW_NORMAL)]);
  });

  test('ends with its browsers when the service is killed', async (t) => {
    const { service, captured, worker } = await startWhole(t);
    await captured();
    const pid = await worker();
    assert.notDeepEqual(await browsersOf(pid), []);
    service.kill('SIGKILL');
    await service.ended;
    await until('nothing of it is left', async () => (await browsersOf(pid)).length === 0 && !isAlive(pid));
  });

  test('can be stopped while it is starting', async (t) => {
    const data = await makeDataDir();
    t.after(data.remove);
    const service = await startProgram([], { DATA_DIR: data.path });
    service.kill('SIGTERM');
    assert.equal(await service.ended, 0);
  });

  test('may get a stop signal together with the service, as from a supervisor', async (t) => {
    const { service, captured, worker } = await startWhole(t);
    await captured();
    const pid = await worker();
    service.kill('SIGTERM');
    process.kill(pid, 'SIGTERM');
    assert.equal(await service.ended, 0);
    assert.equal(isAlive(pid), false);
    assert.doesNotMatch(service.output(), /started again/);
  });

  test('captures and stops although the log cannot be written', async (t) => {
    const full = openSync('/dev/full', 'w');
    t.after(() => closeSync(full));
    const { service, captured } = await startWhole(t, full);
    await captured();
    await captured();
    service.kill('SIGTERM');
    assert.equal(await service.ended, 0);
  });
});
