import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unmatchExchanged } from '../../src/picture/compare/exchanged.ts';
import { matchElements } from '../../src/picture/compare/match-elements.ts';
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

test('a word of a row that moved stays with the word beside it, although a new row has the same word at its place', () => {
  const picture = { data: new Uint8Array(120 * 90 * 3).fill(255), width: 120, height: 90 };
  const sold = (y: number) => ({ box: { x: 60, y, width: 33, height: 14 }, key: 1 });
  const number = (y: number, width: number) => ({ box: { x: 55 - width, y, width, height: 14 }, key: width });
  const olds = sideOf([sold(6), number(30, 27), sold(30)]);
  const news = sideOf([sold(6), number(30, 40), sold(30), number(60, 27), sold(60)]);
  const matches = { old: Int32Array.of(0, 3, 2), newer: Int32Array.of(0, -1, 2, 1, -1) };
  settleRepeated({ before: picture, after: picture }, olds, news, matches);
  assert.deepEqual([[...matches.old], [...matches.newer]], [Array.of(0, 3, 4), Array.of(0, -1, -1, 1, 2)]);
});

test('rows of a table that moved keep a label that two of them have', () => {
  const picture = { data: new Uint8Array(300 * 90 * 3).fill(255), width: 300, height: 90 };
  const rows = (keys: readonly (readonly [label: number, text: number])[]) =>
    sideOf(
      keys.flatMap(([label, text], row) => [
        { box: { x: 0, y: row * 30, width: 36, height: 13 }, key: label },
        { box: { x: 120, y: row * 30, width: 75, height: 13 }, key: text },
      ]),
    );
  // The last row becomes the first one. The labels of the second and the last row are equal.
  const olds = rows([
    [1, 3],
    [2, 4],
    [2, 5],
  ]);
  const news = rows([
    [2, 5],
    [1, 3],
    [2, 4],
  ]);
  const matches = { old: Int32Array.of(2, 3, 0, 5, 4, 1), newer: Int32Array.of(2, 5, 0, 1, 4, 3) };
  unmatchExchanged({ before: picture, after: picture }, olds, news, matches);
  assert.equal(matches.old[2], 0);
});

test('labels that move up in lines that wrap are not exchanged with those that follow', () => {
  const picture = { data: new Uint8Array(300 * 60 * 3).fill(255), width: 300, height: 60 };
  const labels = (keys: readonly number[]) =>
    sideOf(
      keys.map((key, at) => ({ box: { x: (at % 3) * 90, y: Math.floor(at / 3) * 30, width: 60, height: 14 }, key })),
    );
  // The second label is gone.
  const matches = { old: Int32Array.of(0, -1, 1, 2, 3), newer: Int32Array.of(0, 2, 3, 4) };
  unmatchExchanged({ before: picture, after: picture }, labels([1, 2, 3, 4, 5]), labels([1, 3, 4, 5]), matches);
  assert.deepEqual([...matches.old], [0, -1, 1, 2, 3]);
});

test('words that occur twice are not matched crosswise because of fractions of a pixel', () => {
  const picture = { data: new Uint8Array(300 * 60 * 3).fill(255), width: 300, height: 60 };
  const words = (first: number, second: number) =>
    sideOf([
      { box: { x: 0, y: 0, width: 60, height: 14 }, key: first },
      { box: { x: 200, y: 0, width: 60, height: 14 }, key: second },
    ]);
  const still = { x: 0, y: 0 };
  const { old } = matchElements({ before: picture, after: picture }, words(1, 2), words(2, 1), () => [still, still]);
  assert.deepEqual([...old], [0, 1]);
});
