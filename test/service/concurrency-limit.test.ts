import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConcurrencyLimit, makeConcurrencyLimit } from '../../src/http/concurrency-limit.ts';

const LIMITS = { most: 10, least: 3, inTimeMs: 100 };

/** How many of twenty requests at once are admitted; they are answered after this time. */
function comeAtOnce(limit: ConcurrencyLimit, tookMs: number | undefined): number {
  const inside = Array.from({ length: 20 }, () => limit.enter()).filter(Boolean);
  for (const _ of inside) limit.leave(tookMs);
  return inside.length;
}

test('requests are admitted up to the limit, and again when they have ended', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  assert.deepEqual([comeAtOnce(limit, 1), comeAtOnce(limit, 1)], [10, 10]);
});

test('after late answers fewer requests are admitted, down to a minimum', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  assert.deepEqual(
    [101, 101, 101, 101].map((took) => comeAtOnce(limit, took)),
    [10, 3, 3, 3],
  );
});

test('after answers in time as many requests as before are admitted again', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  comeAtOnce(limit, 101);
  const admitted = Array.from({ length: 40 }, () => comeAtOnce(limit, 100));
  assert.deepEqual([admitted[0], admitted.at(-1)], [3, 10]);
});

test('ten answers in time make room for one more, and nine do not', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  comeAtOnce(limit, 101);
  const admitted = Array.from({ length: 21 }, () => {
    const many = comeAtOnce(limit, undefined);
    limit.enter();
    limit.leave(100);
    return many;
  });
  assert.deepEqual(admitted, [...Array(10).fill(3), ...Array(10).fill(4), 5]);
});

test('a limit below the minimum holds', () => {
  const limit = makeConcurrencyLimit({ ...LIMITS, most: 2 });
  assert.deepEqual(
    [101, 101, 1].map((took) => comeAtOnce(limit, took)),
    [2, 2, 2],
  );
});

test('refused requests do not change the limit', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  assert.deepEqual([comeAtOnce(limit, undefined), comeAtOnce(limit, 1)], [10, 10]);
});
