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

test('requests that were broken off say nothing of how late answers are', () => {
  const crowd = makeCrowd(LIMITS);
  assert.deepEqual([comeAtOnce(crowd, undefined), comeAtOnce(crowd, 1)], [10, 10]);
});
