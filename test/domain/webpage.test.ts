import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWebpage, shownName } from '../../src/domain/webpage.ts';

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
