import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../src/browser/text/blocks.ts';
import { passagesOf } from '../../src/browser/text/passages.ts';
import { MAX_PASSAGE_LENGTH, MAX_PASSAGES } from '../../src/domain/page-text.ts';

const PICTURE = { width: 200_000, height: 100 };
const PLACE = { pixelsPerCss: 1, left: 0, top: 0 };

/** Labels side by side, which touch. Labels of a row are parts of one word. */
function labels(count: number, row?: string): Block[] {
  return Array.from({ length: count }, (_, index) => {
    const rect = { left: index, top: 0, right: index + 1, bottom: 10 };
    const place = { rect, box: `box ${index}`, node: `node ${index}` };
    const run = { text: 'x', fontSize: 10, isSpaced: false, isBroken: false, ...place };
    return { kind: undefined, isPreformatted: false, row, runs: [run] };
  });
}

test('a page of very many short texts keeps a bounded number of passages', () => {
  const all = passagesOf(labels(MAX_PASSAGES), PICTURE, PLACE);
  assert.deepEqual([all.passages.length, all.cut], [MAX_PASSAGES, false]);
  const more = passagesOf(labels(MAX_PASSAGES + 1), PICTURE, PLACE);
  assert.deepEqual([more.passages.length, more.cut], [MAX_PASSAGES, true]);
});

test('a passage has no control characters and none that turn the text after them around', () => {
  const [label] = labels(1);
  const withText = (text: string, isPreformatted: boolean) =>
    passagesOf(
      label ? [{ ...label, isPreformatted, runs: label.runs.map((run) => ({ ...run, text })) }] : [],
      PICTURE,
      PLACE,
    ).passages.map((passage) => [passage.text, ...passage.lines.map(({ start, end }) => [start, end])]);
  assert.deepEqual(withText('\u202eab\u0085\u009b31m c\u2069\u0007d', false), [['ab31m cd', [0, 8]]]);
  assert.deepEqual(withText('a\t\u001b[2Jb\nc \u200d\u200e', true), [['a\t[2Jb\nc \u200d\u200e', [0, 11]]]);
});

test('very many parts of one word are joined, which takes time in proportion to their number', () => {
  const { passages } = passagesOf(labels(150_000, 'row'), PICTURE, PLACE);
  assert.deepEqual(
    passages.map(({ text }) => text),
    ['x'.repeat(MAX_PASSAGE_LENGTH)],
  );
});
