import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeRefusals } from '../../src/http/refusals.ts';

const LIMITS = { periodMs: 10, inPeriod: 3, waiting: 5 };

/** Refuses requests, and returns which of them got their response since the last call, after these milliseconds. */
function useRefusals(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  const refusals = makeRefusals(LIMITS, () => clock);
  let came = 0;
  let told: number[] = [];
  return {
    come(many: number): void {
      for (const each of Array.from({ length: many }, () => ++came)) refusals(() => told.push(each));
    },
    toldAfter(ms: number): number[] {
      clock += ms;
      t.mock.timers.tick(Math.min(ms, LIMITS.periodMs));
      const now = told;
      told = [];
      return now;
    },
  };
}

test('a few requests are refused at once', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(3);
  assert.deepEqual([0, 10].map(toldAfter), [[1, 2, 3], []]);
});

test('many requests are refused in portions and in order', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(8);
  assert.deepEqual([0, 10, 10, 10].map(toldAfter), [[1, 2, 3], [4, 5, 6], [7, 8], []]);
});

test('a long event-loop iteration refuses as many requests as the periods that it took', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(8);
  assert.deepEqual([0, 25].map(toldAfter), [
    [1, 2, 3],
    [4, 5, 6, 7, 8],
  ]);
});

test('if too many requests wait for their refusal, further ones are refused at once', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(10);
  assert.deepEqual([0, 10, 10].map(toldAfter), [
    [1, 2, 3, 9, 10],
    [4, 5, 6],
    [7, 8],
  ]);
});

test('after the backlog is gone, a few requests are refused at once again', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(4);
  [0, 10, 10].map(toldAfter);
  come(4);
  assert.deepEqual([0, 10].map(toldAfter), [[5, 6, 7], [8]]);
});
