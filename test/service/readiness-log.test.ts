import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../src/domain/problem.ts';
import { describeFailure } from '../../src/metrics/health.ts';

test('a check that says what is missing is logged without a stack trace, unless it has a cause', () => {
  const missing = new Problem('unavailable', 'There is no browser yet.');
  assert.deepEqual(describeFailure('browser', missing), [{}, 'not ready: There is no browser yet.']);
  const failed = new Problem('unavailable', 'The database cannot be used.', { cause: new Error('ECONNREFUSED') });
  assert.deepEqual(describeFailure('database', failed), [{ err: failed }, 'not ready: the database cannot be used']);
});
