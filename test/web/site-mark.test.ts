import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letterTile } from '../../src/web/site-mark.ts';

const letterOf = (site: string) => /<text[^>]*>([^<]*)</.exec(letterTile(site).text)?.[1];
const colourOf = (site: string) => /<rect[^>]* fill="([^"]*)"/.exec(letterTile(site).text)?.[1];

test('the mark of a site has its first letter or digit, also of an international name', () => {
  assert.equal(letterOf('example.org'), 'E');
  assert.equal(letterOf('127.0.0.1'), '1');
  assert.equal(letterOf('[::1]'), '1');
  assert.equal(letterOf('xn--bcher-kva.example'), 'B');
  assert.equal(letterOf('xn--80ak6aa92e.example'), 'А');
  assert.equal(letterOf('<&>'), '');
});

test('the colour of a mark depends on the site only, and differs between sites', () => {
  assert.equal(colourOf('example.org'), colourOf('example.org'));
  const colours = new Set(Array.from({ length: 200 }, (_, index) => colourOf(`site-${index}.example`)));
  assert.ok(colours.size > 6, `${colours.size} colours`);
});
