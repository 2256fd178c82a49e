import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOf } from '../../src/domain/identifier.ts';

test('an identifier contains its creation time', () => {
  // Example from RFC 9562, A.6.
  assert.equal(timeOf('017f22e2-79b0-7cc3-98c4-dc0c0c07398f').toISOString(), '2022-02-22T19:22:22.000Z');
});
