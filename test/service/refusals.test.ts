import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { makeRefusals } from '../../src/http/refusals.ts';

const LIMITS = { periodMs: 10, inPeriod: 3, waiting: 5 };

/** Lets so many come at once, and gives who was refused until then, and after each of four periods. */
function refuse(t: TestContext, many: number): number[][] {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refusals = makeRefusals(LIMITS);
  let refused: number[] = [];
  for (let each = 1; each <= many; each += 1) refusals(() => refused.push(each));
  return [0, 10, 10, 10, 10].map((ms) => {
    t.mock.timers.tick(ms);
    const now = refused;
    refused = [];
    return now;
  });
}

test('a few are refused at once', (t) => {
  assert.deepEqual(refuse(t, 3), [[1, 2, 3], [], [], [], []]);
});

test('a crowd is refused a part at a time, and in its order', (t) => {
  assert.deepEqual(refuse(t, 8), [[1, 2, 3], [4, 5, 6], [7, 8], [], []]);
});

test('where too many wait to be refused, the next ones are at once', (t) => {
  assert.deepEqual(refuse(t, 10), [[1, 2, 3, 9, 10], [4, 5, 6], [7, 8], [], []]);
});

test('after a crowd a few are refused at once again', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refusals = makeRefusals(LIMITS);
  let refused = 0;
  const comeFour = () => {
    for (let each = 0; each < 4; each += 1) refusals(() => (refused += 1));
    const atOnce = refused;
    t.mock.timers.tick(10);
    t.mock.timers.tick(10);
    return [atOnce, refused];
  };
  assert.deepEqual(
    [comeFour(), comeFour()],
    [
      [3, 4],
      [7, 8],
    ],
  );
});
