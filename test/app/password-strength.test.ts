import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseWeakPassword } from '../../src/app/password-strength.ts';

const EMAIL = 'ann.baker@example.org';

for (const weak of [
  'password123456',
  'P@ssw0rd123!',
  '1234567890',
  'qwertyuiop123',
  'aaaaaaaaaaaa',
  EMAIL,
  'ann.baker2026!',
  'Password123456!',
  'Welcome12345!',
  'Summer2026!!',
  'Qwertz123456!',
  'password 123456',
  'ｐａｓｓｗｏｒｄ１２３４５６',
  'quiet river quiet river',
]) {
  test(`the password ${weak} is refused`, async () => {
    await assert.rejects(refuseWeakPassword(weak, EMAIL), { kind: 'invalid', message: /too easy to guess/ });
  });
}

for (const strong of [
  'correct horse battery',
  'x8Kd-20fjQp1',
  'каждый охотник желает',
  'correct horse battery staple!',
  'kqzvbnwxtrjd',
  'ｘ８Ｋｄ－２０ｆｊＱｐ１',
  'The rain in Bergen falls on both sides of the quiet old river. '.repeat(10),
]) {
  test(`the password ${strong.slice(0, 24)} is accepted`, () => refuseWeakPassword(strong, EMAIL));
}
