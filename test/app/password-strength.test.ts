import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseWeakPassword } from '../../src/app/password-strength.ts';

const EMAIL = 'ann.baker@example.org';

for (const weak of ['password123456', 'P@ssw0rd123!', '1234567890', 'qwertyuiop123', 'aaaaaaaaaaaa', EMAIL]) {
  test(`the password ${weak} is refused`, async () => {
    await assert.rejects(refuseWeakPassword(weak, EMAIL), { kind: 'invalid', message: /too easy to guess/ });
  });
}

for (const strong of [
  'correct horse battery',
  'x8Kd-20fjQp1',
  'каждый охотник желает',
  `${'quiet river '.repeat(80)}`,
]) {
  test(`the password ${strong.slice(0, 24)} is accepted`, () => refuseWeakPassword(strong, EMAIL));
}
