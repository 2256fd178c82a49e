import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { seal, sealingKey, unseal } from '../../src/app/seal.ts';

fc.configureGlobal({ seed: 1 });

const key = sealingKey('an example of a secret that is long enough');
const boundTo = 'page-1';
const sealText = (text: string) => seal(key, { text, boundTo, randomBytes });

test('a sealed text opens again, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
      assert.equal(unseal(key, { sealed: seal(key, { text, boundTo: owner, randomBytes }), boundTo: owner }), text);
    }),
  );
});

test('the format stays readable by later versions', () => {
  const sealed = 'v1.5f492b18.AAAAAAAAAAAAAAAADaXf3MQI0y6qRXff0vu_NuwDpE74ogO2r3k8';
  assert.equal(seal(key, { text: 'session=abc', boundTo, randomBytes: (size) => new Uint8Array(size) }), sealed);
  assert.equal(unseal(key, { sealed, boundTo }), 'session=abc');
});

test('nothing of the text shows, and the same text never looks the same', () => {
  const [one, two] = [sealText('session=abc'), sealText('session=abc')];
  assert.notEqual(one, two);
  assert.doesNotMatch(one, /session|abc/);
});

test('another SECRET_KEY is told so', () => {
  const other = sealingKey('another example of a secret, long enough too');
  const open = () => unseal(other, { sealed: sealText('x'), boundTo });
  assert.throws(open, { name: 'Problem', kind: 'unprocessable', message: /SECRET_KEY is not the one/ });
});

test('the credentials of one page do not open for another', () => {
  assert.throws(() => unseal(key, { sealed: sealText('x'), boundTo: 'page-2' }), { kind: 'unprocessable' });
});

test('every changed character is noticed', () => {
  const sealed = sealText('session=abc');
  for (let i = 0; i < sealed.length; i++) {
    const changed = sealed.slice(0, i) + (sealed[i] === 'A' ? 'Q' : 'A') + sealed.slice(i + 1);
    assert.throws(() => unseal(key, { sealed: changed, boundTo }), { kind: 'unprocessable' }, changed);
  }
  for (const cut of [
    '',
    'v1',
    'v1..',
    sealed.slice(0, 20),
    sealed.slice(0, -4),
    `v2${sealed.slice(2)}`,
    `${sealed}AAAA`,
  ]) {
    assert.throws(() => unseal(key, { sealed: cut, boundTo }), { kind: 'unprocessable' }, cut);
  }
});

test('no message of a failure holds the text or the key', () => {
  const sealed = sealText('session=abc');
  assert.throws(
    () => unseal(key, { sealed, boundTo: 'page-2' }),
    (error: Error) => !/session|abc|example/.test(error.message),
  );
});

test('a short SECRET_KEY is refused, without being shown', () => {
  assert.throws(() => sealingKey('hunter2'), { kind: 'invalid', message: /SECRET_KEY has 7 characters.*openssl/ });
  assert.throws(() => sealingKey(''), { kind: 'invalid' });
});
