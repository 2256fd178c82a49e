import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { View } from '../../src/domain/view.ts';
import { makeWebpage, readKeywords, shownName } from '../../src/domain/webpage.ts';

const made = { id: 'w', now: new Date(0) };

test('a webpage is shown under its given name, else under the title of the page, else under its address', () => {
  const url = 'https://example.org/a?b=1';
  const unnamed = makeWebpage({ url }, made);
  assert.equal(shownName(unnamed, undefined), 'example.org/a');
  assert.equal(shownName(unnamed, '  '), 'example.org/a');
  assert.equal(shownName(unnamed, 'A page'), 'A page');
  assert.equal(shownName(unnamed, 'gpj.\u202eexe\u2066\u009b31m'), 'gpj.exe31m');
  assert.equal(shownName(unnamed, '\u202e'), 'example.org/a');
  assert.equal(shownName(makeWebpage({ url, name: 'Mine' }, made), 'A page'), 'Mine');
});

test('default names tell the views of a page apart, and count as not given', () => {
  const url = 'https://example.org/a';
  const named = (view: View, at = url) => makeWebpage({ url: at, view }, made);
  const dark = named({ viewport: 'phone-small', darkMode: true });
  assert.equal(dark.name, 'example.org/a (Phone small, dark)');
  assert.equal(named({ viewport: 'desktop', darkMode: false }).name, 'example.org/a');
  const wide = named({ viewport: { width: 1000, height: 700, scale: 1.25, mobile: false }, darkMode: false });
  assert.equal(wide.name, 'example.org/a (1000 × 700 at 1.25x)');
  const long = named({ viewport: 'phone', darkMode: false }, `https://example.org/${'a'.repeat(400)}`);
  assert.equal(long.name.length, 300);
  for (const webpage of [dark, wide, long]) assert.equal(shownName(webpage, 'A page'), 'A page');
  const given = makeWebpage({ url, name: 'example.org/a (mine)' }, made);
  assert.equal(shownName(given, 'A page'), 'example.org/a (mine)');
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
