import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideOf } from '../../src/picture/compare/neighbours.ts';
import { settleRepeated } from '../../src/picture/compare/settle-repeated.ts';

test('equal elements that were matched crosswise are matched by the content beside them', () => {
  const picture = { data: new Uint8Array(300 * 60 * 3).fill(255), width: 300, height: 60 };
  // Two cards, each with a title and the same rating below it.
  const elements = [
    { x: 0, y: 0, key: 1 },
    { x: 0, y: 30, key: 3 },
    { x: 200, y: 0, key: 2 },
    { x: 200, y: 30, key: 3 },
  ].map(({ x, y, key }) => ({ box: { x, y, width: 60, height: 14 }, key }));
  const matches = { old: Int32Array.of(0, 3, 2, -1), newer: Int32Array.of(0, -1, 2, 1) };
  settleRepeated({ before: picture, after: picture }, sideOf(elements), sideOf(elements), matches);
  assert.deepEqual([[...matches.old], [...matches.newer]], [Array.of(0, 1, 2, 3), Array.of(0, 1, 2, 3)]);
});
