import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_ATTEMPTS, outcomeOf, readRetryAfter, waitAfter } from '../../src/domain/delivery.ts';

const HOUR = 3_600_000;

function totalOf(random: () => number): number {
  let total = 0;
  for (let attempt = 1; attempt < MOST_ATTEMPTS; attempt += 1) total += waitAfter(attempt, { random }) ?? 0;
  return total;
}

test('ten attempts take three days, and a tenth more at most', () => {
  assert.equal(MOST_ATTEMPTS, 10);
  assert.equal(waitAfter(MOST_ATTEMPTS, { random: () => 0 }), undefined);
  assert.ok(totalOf(() => 0) >= 72 * HOUR);
  assert.ok(totalOf(() => 1) <= 85 * HOUR);
});

test('each wait is longer than the one before, whatever the jitter', () => {
  for (let attempt = 2; attempt < MOST_ATTEMPTS; attempt += 1) {
    const before = waitAfter(attempt - 1, { random: () => 1 }) ?? 0;
    assert.ok((waitAfter(attempt, { random: () => 0 }) ?? 0) > before, String(attempt));
  }
});

test('a receiver can ask for a longer wait of up to a day, and not for a shorter one', () => {
  const random = () => 0;
  assert.equal(waitAfter(1, { retryAfterMs: 2 * HOUR, random }), 2 * HOUR);
  assert.equal(waitAfter(1, { retryAfterMs: 1_000, random }), 5_000);
  assert.equal(waitAfter(1, { retryAfterMs: 1_000_000 * HOUR, random }), 24 * HOUR);
  assert.equal(waitAfter(MOST_ATTEMPTS, { retryAfterMs: HOUR, random }), undefined);
});

test('Retry-After is a number of seconds or a date', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter('Thu, 01 Jan 2026 01:00:00 GMT', now), HOUR);
  assert.equal(readRetryAfter('Wed, 31 Dec 2025 23:00:00 GMT', now), 0);
  for (const value of [undefined, 'soon', '-5', '1e9', '99999999999']) {
    const read = readRetryAfter(value, now);
    assert.ok(read === undefined || Number.isFinite(read), String(value));
  }
});

test('any 2xx is a success, 410 is the end, and everything else is a failure', () => {
  for (const status of [200, 201, 202, 204, 299]) assert.equal(outcomeOf(status, undefined).kind, 'delivered');
  assert.equal(outcomeOf(410, undefined).kind, 'gone');
  for (const status of [100, 199, 301, 302, 307, 308, 400, 404, 429, 500, 503]) {
    assert.equal(outcomeOf(status, undefined).kind, 'failed', String(status));
  }
});
