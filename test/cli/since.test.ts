import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSince } from '../../src/cli/since.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

describe('--since', () => {
  const cases: readonly (readonly [text: string, time: string])[] = [
    ['90m', '2026-03-01T10:30:00.000Z'],
    ['12h', '2026-03-01T00:00:00.000Z'],
    ['2d', '2026-02-27T12:00:00.000Z'],
    ['1w', '2026-02-22T12:00:00.000Z'],
    ['0d', '2026-03-01T12:00:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T08:00Z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:30.5+02:00', '2026-01-31T06:00:30.500Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ];
  for (const [text, time] of cases)
    test(`${text} is ${time}`, () => {
      assert.equal(readSince(text, NOW).toISOString(), time);
    });

  const invalid = ['', 'yesterday', '2', 'd', '-2d', '1.5d', '9999999d', '2026-02-30', '2026-13-01', '2026-1-1'];
  for (const text of [...invalid, '2026-01-31T08:00', '2026-01-31T25:00Z', '2026-01-31 08:00Z', ' 2d', '2D'])
    test(`"${text}" is refused with the allowed forms`, () => {
      assert.throws(() => readSince(text, NOW), {
        kind: 'invalid',
        message: /^--since is ".*", but must be a time such as .*, a date such as .*, or a span such as /,
      });
    });
});
