import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { imageType, isImageKey, newImageKey } from '../../src/domain/image-key.ts';

// A fixed seed, so that every run checks the same cases.
fc.configureGlobal({ seed: 1, numRuns: 500 });

test('an image key is two folders and a name of 144 random bits', () => {
  const key = newImageKey((size) => new Uint8Array(size).fill(0xab), 'png');
  assert.equal(key, `ab/ab/${'ab'.repeat(18)}.png`);
});

test('new keys are valid and different', () => {
  const keys = new Set(Array.from({ length: 1000 }, () => newImageKey(randomBytes, 'webp')));
  assert.equal(keys.size, 1000);
  assert.ok([...keys].every(isImageKey));
});

test('a key determines the media type of its image', () => {
  assert.equal(imageType(newImageKey(randomBytes, 'webp')), 'image/webp');
  assert.equal(imageType(newImageKey(randomBytes, 'png')), 'image/png');
  assert.equal(imageType(newImageKey(randomBytes, 'jpg')), 'image/jpeg');
  assert.throws(() => imageType('../x.png'), { kind: 'invalid' });
});

test('no valid key leads out of the image folder', () => {
  const pieces = fc.constantFrom('..', '.', '/', 'ab', 'cd', '\\', '%2e', '\0', '\n', 'a'.repeat(36), '.png', '.webp');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      if (isImageKey(text)) assert.equal(posix.join('/images', text), `/images/${text}`);
    }),
  );
});
