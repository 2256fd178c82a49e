import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Recent } from '../../src/domain/recent.ts';

describe('what was used recently', () => {
  test('is remembered, and what was not used for long is forgotten', () => {
    const recent = new Recent<number, string>(10);
    for (let key = 0; key < 100; key += 1) {
      recent.set(key, `entry ${key}`);
      assert.equal(recent.get(0), 'entry 0', 'it is used all the time');
      assert.equal(recent.get(key), `entry ${key}`);
    }
    assert.equal(recent.get(1), undefined);
    assert.equal(recent.get(98), 'entry 98');
  });

  test('is what was set last, until it is deleted', () => {
    const recent = new Recent<string, number>(4);
    recent.set('a', 1);
    recent.set('a', 2);
    assert.equal(recent.get('a'), 2);
    recent.delete('a');
    assert.equal(recent.get('a'), undefined);
  });

  test('never weighs more than the limit', () => {
    const uses = fc.array(fc.record({ key: fc.nat(20), weight: fc.nat(60), read: fc.boolean() }), { maxLength: 200 });
    fc.assert(
      fc.property(uses, (all) => {
        const recent = new Recent<number, number>(100, (weight) => weight);
        const keys = new Set<number>();
        for (const { key, weight, read } of all) {
          keys.add(key);
          if (read) recent.get(key);
          else recent.set(key, weight);
        }
        const seen = [...keys].map((key) => recent.get(key) ?? 0);
        assert.ok(seen.reduce((sum, weight) => sum + weight, 0) <= 100, `${seen}`);
      }),
    );
  });
});
