import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWebpage, readKeywords, shownName } from '../../src/domain/webpage.ts';

const made = { id: 'w', now: new Date(0) };

test('a webpage is shown under its given name, else under the title of the page, else under its address', () => {
  const url = 'https://example.org/a?b=1';
  const unnamed = makeWebpage({ url }, made);
  assert.equal(shownName(unnamed, undefined), 'example.org/a');
  assert.equal(shownName(unnamed, '  '), 'example.org/a');
  assert.equal(shownName(unnamed, 'A page'), 'A page');
  assert.equal(shownName(makeWebpage({ url, name: 'Mine' }, made), 'A page'), 'Mine');
});

test('a name that equals the default one counts as not given', () => {
  const named = makeWebpage({ url: 'https://example.org/', name: 'example.org' }, made);
  assert.equal(shownName(named, 'A page'), 'A page');
});

test('keywords are limited in number, length and length together', () => {
  assert.equal(readKeywords(['a', 'b', 'a']).length, 2);
  assert.throws(() => readKeywords(['x'.repeat(101)]), /A keyword has 101 characters; at most 100/);
  assert.throws(
    () => readKeywords(Array.from({ length: 51 }, (_, index) => `word ${index}`)),
    /51 keywords .* at most 50/,
  );
  const long = Array.from({ length: 21 }, (_, index) => `${index}`.padEnd(100, 'x'));
  assert.throws(() => readKeywords(long), /The keywords have 2140 characters together; at most 2000/);
});
