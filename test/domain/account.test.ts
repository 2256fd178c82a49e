import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readEmail } from '../../src/domain/account.ts';
import { readLine } from '../../src/domain/text.ts';

describe('an e-mail address', () => {
  test('is read in lower case, in any script', () => {
    assert.equal(readEmail(' Ann@Example.org '), 'ann@example.org');
    assert.equal(readEmail('анна@пример.рф'), 'анна@пример.рф');
  });

  for (const [what, character] of [
    ['a zero-width space', '\u200b'],
    ['a joiner', '\u200d'],
    ['a soft hyphen', '\u00ad'],
    ['a mark that turns text around', '\u202e'],
    ['a mark of direction', '\u200e'],
    ['a variation selector', '\ufe0f'],
    ['a Hangul filler', '\u3164'],
  ] as const) {
    test(`with ${what} is refused, because it looks like another address`, () => {
      assert.throws(() => readEmail(`demo${character}@example.org`), {
        kind: 'invalid',
        message: /^The e-mail address "demo.+@example\.org" contains invisible characters\.$/,
      });
    });
  }
});

describe('a line of text', () => {
  test('may have joiners and marks of direction, which words and emoji need', () => {
    for (const text of ['می\u200cخواهم', '👩\u200d💻', 'C\u200e', 'ש\u200f'])
      assert.equal(readLine('The name', text, 50), text);
  });

  test('is refused by its name with characters that change the direction of other text', () => {
    for (const character of ['\u202a', '\u202e', '\u2066', '\u2069']) {
      assert.throws(() => readLine('The name', `invoice${character}fdp.exe`, 50), {
        kind: 'invalid',
        message:
          /^The name "invoice\\u20[26][0-9a-e]fdp\.exe" contains characters that change the direction of text\.$/,
      });
    }
  });
});
