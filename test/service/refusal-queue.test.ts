import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeRefusalQueue } from '../../src/http/refusal-queue.ts';

const LIMITS = { periodMs: 10, inPeriod: 3, waiting: 5 };

/** `refusedAfter` moves the clock, and returns the numbers of the requests that were refused since its last call. */
function useRefusals(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  const refuse = makeRefusalQueue(LIMITS, () => clock);
  let came = 0;
  let refused: number[] = [];
  return {
    arrive(many: number): void {
      for (const each of Array.from({ length: many }, () => ++came)) refuse(() => refused.push(each));
    },
    refusedAfter(ms: number): number[] {
      clock += ms;
      t.mock.timers.tick(Math.min(ms, LIMITS.periodMs));
      const now = refused;
      refused = [];
      return now;
    },
  };
}

test('a few requests are refused at once', (t) => {
  const { arrive, refusedAfter } = useRefusals(t);
  arrive(3);
  assert.deepEqual([0, 10].map(refusedAfter), [[1, 2, 3], []]);
});

test('many requests are refused in batches, in their order', (t) => {
  const { arrive, refusedAfter } = useRefusals(t);
  arrive(8);
  assert.deepEqual([0, 10, 10, 10].map(refusedAfter), [[1, 2, 3], [4, 5, 6], [7, 8], []]);
});

test('a long turn of the event loop refuses the batches of all periods that it took', (t) => {
  const { arrive, refusedAfter } = useRefusals(t);
  arrive(8);
  assert.deepEqual([0, 25].map(refusedAfter), [
    [1, 2, 3],
    [4, 5, 6, 7, 8],
  ]);
});

test('when the queue is full, further requests are refused at once', (t) => {
  const { arrive, refusedAfter } = useRefusals(t);
  arrive(10);
  assert.deepEqual([0, 10, 10].map(refusedAfter), [
    [1, 2, 3, 9, 10],
    [4, 5, 6],
    [7, 8],
  ]);
});

test('after many requests, a few are refused at once again', (t) => {
  const { arrive, refusedAfter } = useRefusals(t);
  arrive(4);
  [0, 10, 10].map(refusedAfter);
  arrive(4);
  assert.deepEqual([0, 10].map(refusedAfter), [[5, 6, 7], [8]]);
});
