import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashRecoveryCode, makeRecoveryCode } from '../../src/domain/recovery-code.ts';
import { findTotpStep, toBase32, totpAddress, totpCode } from '../../src/domain/totp.ts';

/** Of the test values in RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

test('codes are those of RFC 6238', () => {
  const codes = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' };
  for (const [seconds, code] of Object.entries(codes)) {
    assert.equal(totpCode(SECRET, Math.floor(Number(seconds) / 30)), code);
  }
});

test('a code is accepted one step early and late, with spaces, and no further', () => {
  const step = 37037036;
  const [first, last] = [(step - 1) * 30, (step + 2) * 30 - 1];
  for (const seconds of [first, last]) assert.equal(findTotpStep(SECRET, '081 804', at(seconds)), step);
  for (const seconds of [first - 1, last + 1]) assert.equal(findTotpStep(SECRET, '081804', at(seconds)), undefined);
  for (const wrong of ['', '081805', '0818040', 'abcdef', '０８１８０４']) {
    assert.equal(findTotpStep(SECRET, wrong, at(first)), undefined);
  }
});

test('the address for the app has the secret in Base32', () => {
  assert.equal(toBase32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  assert.equal(
    totpAddress('ann+1@example.org', SECRET),
    'otpauth://totp/Pagekeep:ann%2B1%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Pagekeep',
  );
});

test('a recovery code is recognised however it is typed', () => {
  const code = makeRecoveryCode((size) => Buffer.alloc(size, 0b10101010));
  assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  assert.equal(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')}`), hashRecoveryCode(code));
});
