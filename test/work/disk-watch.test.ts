import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert } from '../../src/domain/ports/alerts.ts';
import { openStore } from '../../src/store/open.ts';
import { watchDisks } from '../../src/work/disk-watch.ts';
import { forEachEngine } from '../harness/engines.ts';
import { until } from '../harness/running.ts';

const MB = 1024 * 1024;

test('captures pause below the reserve, with an alert, and resume by themselves a little above it', async (t) => {
  const stop = new AbortController();
  t.after(() => stop.abort());
  const alerts = new Map<string, Alert>();
  const told: string[] = [];
  let free = 200 * MB;
  const watch = await watchDisks(
    {
      folders: ['/small'],
      reserveBytes: 100 * MB,
      freeBytes: async () => free,
      alerts: {
        raise: async (alert) => void alerts.set(alert.source, alert),
        clear: async (source) => void alerts.delete(source),
        list: async () => [...alerts.values()],
      },
      source: 'disk',
      now: () => new Date(0),
      report: {
        paused: () => void told.push('paused'),
        resumed: () => void told.push('resumed'),
        failed: (error) => assert.fail(String(error)),
      },
      everyMs: 1,
    },
    stop.signal,
  );
  assert.equal(watch.pausedBecause(), undefined);
  free = 99 * MB;
  await until('it pauses', () => watch.pausedBecause() !== undefined);
  assert.match(String(watch.pausedBecause()), /\/small has 99 MB free, less than the 100 MB/);
  await until('there is an alert', () => alerts.get('disk') !== undefined);
  free = 101 * MB;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.notEqual(watch.pausedBecause(), undefined, 'at the edge it does not stop and go');
  free = 200 * MB;
  await until('it goes on', () => watch.pausedBecause() === undefined);
  await until('the alert is gone', () => alerts.size === 0);
  stop.abort();
  await watch.ended;
  assert.deepEqual(told, ['paused', 'resumed']);
});

forEachEngine((engine) => {
  test('an alert stays until it is cleared, one for each source', async (t) => {
    const database = await engine.makeDatabase();
    const store = await openStore(database.url);
    t.after(async () => {
      await store.close();
      await database.drop();
    });
    const since = '2026-01-01T00:00:00.000Z';
    await store.alerts.raise({ source: 'disk of a', message: 'Full.', since });
    await store.alerts.raise({ source: 'disk of b', message: 'Full too.', since });
    await store.alerts.raise({ source: 'disk of a', message: 'Fuller.', since });
    await store.alerts.clear('disk of b');
    await store.alerts.clear('disk of c');
    assert.deepEqual(await store.alerts.list(), [{ source: 'disk of a', message: 'Fuller.', since }]);
  });
});
