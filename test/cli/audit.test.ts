import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditLine } from '../../src/cli/audit.ts';

const event = {
  at: '2026-01-31T08:00:00.000Z',
  email: 'eve@example.org',
  actor: undefined,
  via: 'web',
  address: '192.0.2.4',
  subject: undefined,
  times: 1,
} as const;

test('an event that strangers can cause does not name the owner of the account as its actor', () => {
  assert.equal(
    auditLine({ ...event, action: 'sign-in-failed', times: 7 }),
    '2026-01-31T08:00:00.000Z  Sign-in failed (7 times), for eve@example.org, by unknown visitor (web, 192.0.2.4)',
  );
  assert.match(
    auditLine({ ...event, action: 'password-requested' }),
    /by mail, for eve@example\.org, by unknown visitor \(web, /,
  );
  assert.match(auditLine({ ...event, action: 'signed-in' }), / Signed in, by eve@example\.org \(web, /);
});
