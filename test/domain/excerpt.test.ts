import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptAround } from '../../src/domain/excerpt.ts';

test('an excerpt holds the match, and begins and ends between words', () => {
  const text = `${'word '.repeat(100)}needle${' word'.repeat(100)}`;
  const { start, end } = excerptAround(text, text.indexOf('needle'));
  assert.match(text.slice(start, end), /^(word )+needle( word)+$/);
  for (const match of [0, 1, 79, 80, 81, 500, text.length - 4]) {
    const range = excerptAround(text, match);
    assert.ok(range.start <= match && match < range.end, String(match));
    assert.ok(range.end - range.start <= 260);
  }
});

test('a text without spaces is cut anywhere, and a short one not at all', () => {
  assert.deepEqual(excerptAround('東'.repeat(1000), 500), { start: 420, end: 680 });
  assert.deepEqual(excerptAround('short text', 6), { start: 0, end: 10 });
});
