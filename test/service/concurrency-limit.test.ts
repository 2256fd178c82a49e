import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConcurrencyLimit, makeConcurrencyLimit } from '../../src/http/concurrency-limit.ts';

const LIMITS = { most: 10, least: 3, inTimeMs: 100 };

/** How many of twenty concurrent requests are admitted. They are answered after this time. */
function countAdmitted(limit: ConcurrencyLimit, tookMs: number | undefined): number {
  const inside = Array.from({ length: 20 }, () => limit.enter()).filter(Boolean);
  for (const _ of inside) limit.leave(tookMs);
  return inside.length;
}

test('requests are admitted up to the limit, and further ones after earlier ones have ended', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  assert.deepEqual([countAdmitted(limit, 1), countAdmitted(limit, 1)], [10, 10]);
});

test('after late answers fewer requests are admitted, down to a minimum', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  assert.deepEqual(
    [101, 101, 101, 101].map((took) => countAdmitted(limit, took)),
    [10, 3, 3, 3],
  );
});

test('after answers in time as many requests as before are admitted again', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  countAdmitted(limit, 101);
  const admitted = Array.from({ length: 40 }, () => countAdmitted(limit, 100));
  assert.deepEqual([admitted[0], admitted.at(-1)], [3, 10]);
});

test('ten answers in time raise the limit by one, and nine do not', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  countAdmitted(limit, 101);
  const admitted = Array.from({ length: 21 }, () => {
    const many = countAdmitted(limit, undefined);
    limit.enter();
    limit.leave(100);
    return many;
  });
  assert.deepEqual(admitted, [...Array(10).fill(3), ...Array(10).fill(4), 5]);
});

test('a configured limit below the minimum applies', () => {
  const limit = makeConcurrencyLimit({ ...LIMITS, most: 2 });
  assert.deepEqual(
    [101, 101, 1].map((took) => countAdmitted(limit, took)),
    [2, 2, 2],
  );
});

test('refused requests do not change the limit', () => {
  const limit = makeConcurrencyLimit(LIMITS);
  assert.deepEqual([countAdmitted(limit, undefined), countAdmitted(limit, 1)], [10, 10]);
});
