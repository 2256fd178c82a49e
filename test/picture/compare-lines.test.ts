import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../../src/domain/findings.ts';
import { joinAcrossLines } from '../../src/picture/compare/across-lines.ts';
import { detailsOf } from '../../src/picture/compare/details.ts';
import { lookAt } from '../../src/picture/compare/elements.ts';
import { wordBoxes } from '../../src/picture/compare/letters.ts';
import { sideOf } from '../../src/picture/compare/neighbours.ts';
import { phrasesOf } from '../../src/picture/compare/phrases.ts';
import { isSameContent } from '../../src/picture/compare/same-content.ts';
import { growToWord } from '../../src/picture/compare/words.ts';
import { block, compare } from './drawn-page.ts';

const SPACE = 5;
const blank = { data: new Uint8Array(3), width: 1, height: 1 };

/** The boxes of the words of a line. */
function words(x: number, y: number, widths: readonly number[]): Box[] {
  let left = x;
  return widths.map((width) => {
    const box = { x: left, y, width, height: 12 };
    left += width + SPACE;
    return box;
  });
}

const altered = (box: Box) => ({ before: box, after: box, at: box, area: 100, hasBackground: false });
const added = (box: Box) => ({ ...altered(box), before: undefined });

for (const [name, widths, expected] of [
  ['a short line are one region', [30, 20, 40, 15, 30], true],
  ['a long line are two regions', [30, 60, 70, 50, 60, 30], false],
] as const) {
  test(`two changed words of ${name}`, () => {
    const [first, ...rest] = words(20, 100, widths);
    const last = rest.pop();
    assert.ok(first && last);
    const same = rest.map((box) => ({ before: box, after: box }));
    assert.equal(phrasesOf({ same, after: blank }).areInOne(altered(first), altered(last)), expected);
  });
}

test('two changed words of a line of code are one region, although its spaces are wide', () => {
  const [first, kept, last] = [
    { x: 20, y: 100, width: 32, height: 12 },
    { x: 60, y: 97, width: 56, height: 12 },
    { x: 125, y: 97, width: 135, height: 12 },
  ];
  const phrases = phrasesOf({ same: [{ before: kept, after: kept }], after: blank });
  assert.equal(phrases.areInOne(added(first), added(last)), true);
});

test('an underscore is no accent of the letter on the next line', () => {
  const underscore = { x: 29, y: 24, width: 9, height: 2 };
  const [before, after] = [
    { x: 20, y: 10, width: 8, height: 12 },
    { x: 39, y: 10, width: 10, height: 12 },
  ];
  const below = { x: 30, y: 28, width: 8, height: 9 };
  assert.equal(wordBoxes([before, underscore, after, below]).length, 4);
  assert.deepEqual(wordBoxes([underscore, below]), [{ x: 29, y: 24, width: 9, height: 13 }], 'a macron is an accent');
});

test('words of a text from right to left that continue on the next line are one piece', () => {
  const lines = [words(83, 100, [40, 50, 60, 52]), words(91, 120, [45, 40, 50, 59]), words(100, 140, [50, 60, 85])];
  const [lastOfLine, firstOfNext] = [lines[0]?.[0], lines[1]?.at(-1)];
  assert.ok(lastOfLine && firstOfNext);
  const news = sideOf(lines.flat().map((box, key) => ({ box, key })));
  assert.equal(joinAcrossLines([added(lastOfLine), added(firstOfNext)], { olds: sideOf([]), news }).length, 1);
});

/** Words far from each other, with the columns between their letters as Chromium may round them. */
const spaced = (words: readonly (readonly [x: number, letters: string, spaces: readonly number[]])[]) =>
  words
    .map(([left, letters, spaces]) => {
      let x = left;
      return [...letters]
        .map((letter, index) => {
          const drawn = block(x, 40, 2, 12, '#222') + block(x, 40 + (letter.charCodeAt(0) % 6) * 2, 6, 2, '#222');
          x += 6 + (spaces[index] ?? 0);
          return drawn;
        })
        .join('');
    })
    .join('');

test('words whose letters are spaced moved only, wherever the widest space between two letters is', async () => {
  const before = spaced([
    [100, 'ABCDE', [3, 1, 2, 1]],
    [200, 'BADCEF', [2, 3, 1, 2, 1]],
    [300, 'CEAD', [1, 3, 1]],
  ]);
  const after = spaced([
    [50, 'ABCDE', [2, 2, 1, 2]],
    [149, 'BADCEF', [3, 2, 1, 3, 1]],
    [249, 'CEAD', [2, 2, 2]],
    [370, 'FEDACB', [2, 1, 1, 2, 1]],
  ]);
  const { regions } = await compare(before, after);
  assert.deepEqual(
    regions.map(({ kind, after: { x } }) => [kind, x]),
    [['added', 370]],
    JSON.stringify(regions),
  );
});

test('a word with a comma is another one', () => {
  const [width, height] = [60, 30];
  const paint = (boxes: readonly Box[]) => {
    const data = new Uint8Array(width * height * 3).fill(255);
    for (const box of boxes) {
      for (let y = box.y; y < box.y + box.height; y += 1) {
        data.fill(20, (y * width + box.x) * 3, (y * width + box.x + box.width) * 3);
      }
    }
    return { data, width, height };
  };
  const word = { x: 10, y: 10, width: 20, height: 13 };
  const comma = { x: 31, y: 19, width: 1, height: 4 };
  const plain = { box: word, key: 1 };
  const longer = { box: { ...word, width: 22 }, key: 2 };
  assert.equal(isSameContent(paint([word]), plain, paint([word, comma]), longer), false);
  assert.equal(isSameContent(paint([word, comma]), longer, paint([word]), plain), false);
});

test('an underline at a fraction of a pixel makes no word larger', () => {
  const [width, height] = [160, 40];
  const look = (faint: number) => {
    const data = new Uint8Array(width * height * 3).fill(255);
    const fill = (x: number, y: number, to: number, colour: number) =>
      data.fill(colour, (y * width + x) * 3, (y * width + to) * 3);
    for (let y = 10; y < 20; y += 1) {
      fill(22, y, 26, 0);
      fill(60, y, 64, 0);
    }
    for (const x of [20, 58]) fill(x, 19, x + 8, 0);
    fill(20, 21, 120, 0);
    if (faint > 0) {
      fill(19, 21, 20, 255 - faint);
      fill(119, 21, 120, faint);
    }
    return lookAt({ data, width, height }, { x: 0, y: 0, width, height }).elements.map(({ box }) => box);
  };
  assert.equal(look(0).length, 2);
  assert.deepEqual(look(100), look(0));
});

test('a higher bar of a chart does not take in the lines that it covers', async () => {
  const bar = (x: number, top: number) => block(x, top, 34, 260 - top, '#36c');
  const chart = (top: number) => block(20, 160, 400, 1, '#999') + bar(60, 150) + bar(110, top) + bar(160, 140);
  const { regions } = await compare(chart(230), chart(80));
  assert.deepEqual(
    regions.map(({ after }) => [after.x, after.width]),
    [[110, 34]],
    JSON.stringify(regions),
  );
});

test('a recoloured cell of a row of cells is the detail, and not the row', () => {
  const [width, height] = [200, 40];
  const picture = (colour: number) => {
    const data = new Uint8Array(width * height * 3).fill(255);
    for (let y = 0; y < height; y += 1) {
      for (let x = 4; x < 196; x += 4) data.fill(0, (y * width + x) * 3, (y * width + x + 1) * 3);
      data.fill(colour, (y * width + 40) * 3, (y * width + 64) * 3);
    }
    return { data, width, height };
  };
  const whole = { x: 0, y: 0, width, height };
  const details = detailsOf(picture(90), picture(200), { before: whole, after: whole });
  assert.deepEqual(
    details.map(({ after }) => after),
    [{ x: 40, y: 0, width: 24, height }],
  );
});

test('a changed Chinese character does not give the whole sentence', () => {
  const picture = { data: new Uint8Array(200 * 20 * 3).fill(255), width: 200, height: 20 };
  for (let y = 3; y < 17; y += 1) {
    for (let x = 10; x < 190; x += 1) {
      const isInk = (x - 10) % 15 < 13 && (x + y) % 3 > 0;
      if (isInk) picture.data.fill(0, (y * 200 + x) * 3, (y * 200 + x + 1) * 3);
    }
  }
  const sentence = { x: 10, y: 3, width: 178, height: 14 };
  const { x, width } = growToWord(picture, { x: 57, y: 4, width: 8, height: 9 }, sentence);
  assert.deepEqual([x, width], [55, 13]);
});
