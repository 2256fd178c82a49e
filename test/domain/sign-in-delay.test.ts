import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DelayRule,
  PER_ACCOUNT,
  PER_ACCOUNT_AND_NETWORK,
  PER_DEVICE,
  PER_NETWORK,
  secondsToWait,
} from '../../src/domain/sign-in-delay.ts';

/** The number of guesses in a day of a client that tries as often as it is admitted. */
function guessesInADay(rule: DelayRule): number {
  let [count, lastAt] = [0, undefined as string | undefined];
  for (let second = 0; second < 24 * 60 * 60; second += 1) {
    const now = new Date(second * 1000);
    while (secondsToWait({ count, lastAt }, rule, now) === 0) [count, lastAt] = [count + 1, now.toISOString()];
  }
  return count;
}

test('guessing is bounded for a day', () => {
  assert.equal(guessesInADay(PER_ACCOUNT_AND_NETWORK), 109);
  assert.equal(guessesInADay(PER_NETWORK), 124);
  assert.equal(guessesInADay(PER_ACCOUNT), 8_742);
  assert.equal(guessesInADay(PER_DEVICE), 1_454);
});
