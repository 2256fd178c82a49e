import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptPages } from '../../src/web/kept-pages.ts';

test('a page that is kept holds no more memory than its bytes', () => {
  const kept = new KeptPages();
  const now = new Date();
  const body = Buffer.from('A short page.');
  kept.set('/', 1, { status: 200, headers: undefined, body, compressed: new Map() }, now);
  const page = kept.get('/', 1, now);
  assert.deepEqual(page?.body, body);
  assert.equal(page?.body.buffer.byteLength, body.length);
});
