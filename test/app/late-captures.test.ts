import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctLateCapture, findLateCaptures } from '../../src/app/late-captures.ts';
import { nextRun, readSchedule } from '../../src/domain/schedule.ts';
import { openStore } from '../../src/store/open.ts';
import { runLateCaptures } from '../../src/work/late-captures.ts';
import { cleanup } from '../harness/cleanup.ts';
import { forEachEngine } from '../harness/engines.ts';
import { addPerson, addWebpage } from '../harness/records.ts';
import { DAILY } from '../harness/tracked.ts';

const HOUR = 3_600_000;

forEachEngine((engine) => {
  test('a due time that a clock ahead of time has set is found and corrected, and no other one', async (t) => {
    const undo = cleanup(t);
    const place = await engine.makeDatabase();
    undo(place.drop);
    const store = await openStore(place.url);
    undo(() => store.close());
    const { owner } = await addPerson(store);
    const now = await store.schedules.databaseTime();
    assert.ok(Math.abs(now.getTime() - Date.now()) < HOUR);
    const ahead = new Date(now.getTime() + 30 * HOUR);
    const add = async (schedule: string, clock: Date) => {
      const { id } = await addWebpage(store, owner);
      const readyAt = nextRun(readSchedule(schedule, 'UTC'), { after: clock, jitterSeed: id });
      await store.schedules.start(owner, id, { ...DAILY, schedule }, { now, readyAt });
      return id;
    };
    const late = [await add('* * * * *', ahead), await add('hourly', ahead)];
    for (const schedule of ['* * * * *', 'hourly', 'daily', 'monthly', '0 0 29 2 *']) await add(schedule, now);
    const found = await Array.fromAsync(findLateCaptures(store));
    assert.deepEqual(new Set(found.map(({ webpage }) => webpage)), new Set(late));

    const [first] = found;
    assert.ok(first);
    await correctLateCapture(store, { ...first, dueAt: 'changed in the meantime' });
    assert.equal((await Array.fromAsync(findLateCaptures(store))).length, 2);
    const stop = new AbortController();
    const corrected = await new Promise<number>((resolve, reject) => {
      const loop = { store, monotonic: () => 0, reportCorrected: resolve, reportFailure: reject };
      void runLateCaptures(loop, stop.signal);
    });
    stop.abort();
    assert.equal(corrected, 2);
    assert.deepEqual(await Array.fromAsync(findLateCaptures(store)), []);
    for (const id of late) {
      const state = (await store.schedules.find(owner, id, now))?.state;
      assert.ok(state?.kind === 'waiting' && state.nextAt < new Date(now.getTime() + 2 * HOUR).toISOString());
    }
  });
});
