import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify from 'fastify';
import { CROWD, watchLoad } from '../../src/http/load-guard.ts';

/** Requests may use 20 ms of one event-loop iteration. Delays count only once the server listens. */
const LIMITS = { delayMs: 200, graceMs: 0 };

function takeTime(): void {
  for (const end = performance.now() + 21; performance.now() < end; );
}

test('excess requests in one event-loop iteration are refused, and the next iteration starts with a full budget', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const { isTooMany } = watchLoad(app, LIMITS);
  for (let turn = 0; turn < 2; turn += 1) {
    await nextTurn();
    const crowd = Array.from({ length: CROWD }, isTooMany);
    takeTime();
    assert.deepEqual([crowd.includes(true), isTooMany(), isTooMany()], [false, true, true]);
  }
});

test('a few requests are served although other work uses the time of their event-loop iteration', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const { isTooMany } = watchLoad(app, LIMITS);
  await nextTurn();
  assert.equal(isTooMany(), false);
  takeTime();
  assert.ok(!Array.from({ length: CROWD - 1 }, isTooMany).includes(true));
});
