import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeRefusalQueue } from '../../src/http/refusal-queue.ts';

const LIMITS = { periodMs: 10, inPeriod: 3, waiting: 5 };

/** `toldAfter` moves the clock, and returns the numbers of the requests that were refused since its last call. */
function useRefusals(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  const refuse = makeRefusalQueue(LIMITS, () => clock);
  let came = 0;
  let told: number[] = [];
  return {
    come(many: number): void {
      for (const each of Array.from({ length: many }, () => ++came)) refuse(() => told.push(each));
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

test('a few are refused at once', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(3);
  assert.deepEqual([0, 10].map(toldAfter), [[1, 2, 3], []]);
});

test('many are refused in portions, and in their order', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(8);
  assert.deepEqual([0, 10, 10, 10].map(toldAfter), [[1, 2, 3], [4, 5, 6], [7, 8], []]);
});

test('where turns of the event loop are long, as many are refused in one as in the periods that it took', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(8);
  assert.deepEqual([0, 25].map(toldAfter), [
    [1, 2, 3],
    [4, 5, 6, 7, 8],
  ]);
});

test('where too many wait to be refused, the next ones are at once', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(10);
  assert.deepEqual([0, 10, 10].map(toldAfter), [
    [1, 2, 3, 9, 10],
    [4, 5, 6],
    [7, 8],
  ]);
});

test('after many, a few are refused at once again', (t) => {
  const { come, toldAfter } = useRefusals(t);
  come(4);
  [0, 10, 10].map(toldAfter);
  come(4);
  assert.deepEqual([0, 10].map(toldAfter), [[5, 6, 7], [8]]);
});
