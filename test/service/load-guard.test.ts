import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify from 'fastify';
import { BURST, watchLoad } from '../../src/http/load-guard.ts';

/** Requests may take 20 ms of a turn together. Delays of the event loop are not measured before the server listens. */
const LIMITS = { delayMs: 200, graceMs: 0 };

function takeTime(): void {
  for (const end = performance.now() + 21; performance.now() < end; );
}

test('requests beyond the time of one turn of the event loop are refused, and the next turn admits requests again', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const { isOverloaded } = watchLoad(app, LIMITS);
  for (let turn = 0; turn < 2; turn += 1) {
    await nextTurn();
    const burst = Array.from({ length: BURST }, isOverloaded);
    takeTime();
    assert.deepEqual([burst.includes(true), isOverloaded(), isOverloaded()], [false, true, true]);
  }
});

test('a few requests are answered although other work uses the time of their turn', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const { isOverloaded } = watchLoad(app, LIMITS);
  await nextTurn();
  assert.equal(isOverloaded(), false);
  takeTime();
  assert.ok(!Array.from({ length: BURST - 1 }, isOverloaded).includes(true));
});
