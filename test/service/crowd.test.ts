import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Crowd, makeCrowd } from '../../src/http/crowd.ts';

const LIMITS = { most: 10, least: 3, inTimeMs: 100 };

/** The number of requests that are admitted out of twenty concurrent ones, each answered after this time. */
function comeAtOnce(crowd: Crowd, tookMs: number | undefined): number {
  const inside = Array.from({ length: 20 }, () => crowd.enter()).filter(Boolean);
  for (const _ of inside) crowd.leave(tookMs);
  return inside.length;
}

test('requests are admitted up to the limit, and again after they have ended', () => {
  const crowd = makeCrowd(LIMITS);
  assert.deepEqual([comeAtOnce(crowd, 1), comeAtOnce(crowd, 1)], [10, 10]);
});

test('late responses lower the limit, but never below the minimum', () => {
  const crowd = makeCrowd(LIMITS);
  assert.deepEqual(
    [101, 101, 101, 101].map((took) => comeAtOnce(crowd, took)),
    [10, 3, 3, 3],
  );
});

test('responses in time raise the limit to its maximum again', () => {
  const crowd = makeCrowd(LIMITS);
  comeAtOnce(crowd, 101);
  const admitted = Array.from({ length: 40 }, () => comeAtOnce(crowd, 100));
  assert.deepEqual([admitted[0], admitted.at(-1)], [3, 10]);
});

test('ten responses in time raise the limit by one, nine do not', () => {
  const crowd = makeCrowd(LIMITS);
  comeAtOnce(crowd, 101);
  const admitted = Array.from({ length: 21 }, () => {
    const many = comeAtOnce(crowd, undefined);
    crowd.enter();
    crowd.leave(100);
    return many;
  });
  assert.deepEqual(admitted, [...Array(10).fill(3), ...Array(10).fill(4), 5]);
});

test('a maximum below the minimum is the limit', () => {
  const crowd = makeCrowd({ ...LIMITS, most: 2 });
  assert.deepEqual(
    [101, 101, 1].map((took) => comeAtOnce(crowd, took)),
    [2, 2, 2],
  );
});

test('aborted requests do not change the limit', () => {
  const crowd = makeCrowd(LIMITS);
  assert.deepEqual([comeAtOnce(crowd, undefined), comeAtOnce(crowd, 1)], [10, 10]);
});
