import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Crowd, makeCrowd } from '../../src/http/crowd.ts';

const LIMITS = { most: 10, least: 3, inTimeMs: 100 };

/** How many of twenty that come at once are let in; they are answered after this time. */
function comeAtOnce(crowd: Crowd, tookMs: number | undefined): number {
  const inside = Array.from({ length: 20 }, () => crowd.enter()).filter(Boolean);
  for (const _ of inside) crowd.leave(tookMs);
  return inside.length;
}

test('a crowd is let in up to its limit, and again when it has left', () => {
  const crowd = makeCrowd(LIMITS);
  assert.deepEqual([comeAtOnce(crowd, 1), comeAtOnce(crowd, 1)], [10, 10]);
});

test('after late answers fewer are let in, but never too few to go on', () => {
  const crowd = makeCrowd(LIMITS);
  assert.deepEqual(
    [101, 101, 101, 101].map((took) => comeAtOnce(crowd, took)),
    [10, 3, 3, 3],
  );
});

test('after answers in time as many as before are let in again', () => {
  const crowd = makeCrowd(LIMITS);
  comeAtOnce(crowd, 101);
  const admitted = Array.from({ length: 40 }, () => comeAtOnce(crowd, 100));
  assert.deepEqual([admitted[0], admitted.at(-1)], [3, 10]);
});

test('ten answers in time make room for one more, and nine do not', () => {
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

test('where fewer may come than would be let in at least, no more come', () => {
  const crowd = makeCrowd({ ...LIMITS, most: 2 });
  assert.deepEqual(
    [101, 101, 1].map((took) => comeAtOnce(crowd, took)),
    [2, 2, 2],
  );
});

test('requests that were broken off say nothing of how late answers are', () => {
  const crowd = makeCrowd(LIMITS);
  assert.deepEqual([comeAtOnce(crowd, undefined), comeAtOnce(crowd, 1)], [10, 10]);
});
