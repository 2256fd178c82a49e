import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Bitmap } from '../../src/picture/compare/bitmap.ts';
import { hasSameLetters } from '../../src/picture/compare/same-letters.ts';

/** The columns of letters, from top to bottom: "#" is ink, "+" is half covered. */
const O = [' +##+ ', '##++##', '#    #', '##++##', ' +##+ '];
const T = [' +   +', '######', ' #  ##', ' +  ++'];
const L = ['######', '    ##', '    ++'];
const HEIGHT = 6;
const INK: Record<string, number> = { '#': 20, '+': 140, ' ': 255 };

/** The letters with this many columns between them. At -1 they share a column. */
function word(letters: readonly (readonly string[])[], spaces: readonly number[]) {
  const columns: number[][] = [];
  for (const [index, letter] of letters.entries()) {
    const space = index === 0 ? 0 : (spaces[index - 1] ?? 0);
    for (let gap = 0; gap < space; gap += 1) columns.push(Array.from({ length: HEIGHT }, () => 255));
    const inks = letter.map((column) => [...column].map((pixel) => INK[pixel] ?? 255));
    const shared = space < 0 ? columns.pop() : undefined;
    if (shared) inks[0] = shared.map((value, row) => Math.min(value, inks[0]?.[row] ?? 255));
    columns.push(...inks);
  }
  const width = columns.length;
  const data = new Uint8Array(width * HEIGHT * 3);
  for (const [x, column] of columns.entries()) {
    for (const [y, value] of column.entries()) data.fill(value, (y * width + x) * 3, (y * width + x + 1) * 3);
  }
  const bitmap: Bitmap = { data, width, height: HEIGHT };
  return { bitmap, box: { x: 0, y: 0, width, height: HEIGHT } };
}

type Word = ReturnType<typeof word>;

const isSame = (before: Word, after: Word) =>
  hasSameLetters(before.bitmap, after.bitmap, { before: before.box, after: after.box });

describe('a word whose letters moved by different fractions of a pixel', () => {
  const plain = word([O, T, O], [1, 1]);
  const cases: readonly (readonly [what: string, after: Word, same: boolean])[] = [
    ['is the same where nothing moved', plain, true],
    ['is the same with a wider space', word([O, T, O], [1, 2]), true],
    ['is the same where the only column between two letters is missing', word([O, T, O], [0, 1]), true],
    ['is the same where letters move both ways', word([O, T, O], [0, 2]), true],
    ['is another one with another letter at the end', word([O, T, L], [1, 1]), false],
    ['is another one with another letter at a missing space', word([O, L, O], [0, 1]), false],
    ['is another one if a letter is missing', word([O, O], [1]), false],
  ];
  for (const [what, after, same] of cases)
    test(what, () => {
      assert.equal(isSame(plain, after), same);
      assert.equal(isSame(after, plain), same);
    });

  test('is the same where two letters share a column', () => {
    const [apart, shared] = [word([O, T, O], [0, 1]), word([O, T, O], [-1, 1])];
    assert.equal(isSame(apart, shared), true);
    assert.equal(isSame(shared, apart), true);
    assert.equal(isSame(shared, word([O, L, O], [0, 1])), false);
  });
});
