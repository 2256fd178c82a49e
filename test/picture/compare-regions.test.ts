import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareHere } from '../../src/picture/compare/compare-here.ts';
import { growToWord } from '../../src/picture/compare/words.ts';
import { block, compare, draw, line } from './drawn-page.ts';

test('a block with another colour of the same brightness is one region', async () => {
  const page = (colour: string) =>
    line(20, 40, 'A heading') + block(0, 100, 800, 40, colour) + line(20, 300, 'The rest');
  const { regions } = await compare(page('#225588'), page('#cc2222'));
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, after]),
    [['altered', { x: 0, y: 100, width: 800, height: 40 }]],
  );
});

test('the region of a recoloured block is the whole block', async () => {
  const { regions } = await compare(block(100, 100, 300, 120, '#117733'), block(100, 100, 300, 120, '#ddcc00'));
  assert.deepEqual(
    regions.map(({ before, after }) => [before, after]),
    [Array(2).fill({ x: 100, y: 100, width: 300, height: 120 })],
  );
});

test('two blocks below each other that change their colour are two regions', async () => {
  const page = (colour: string) => block(20, 20, 280, 60, colour) + block(20, 100, 280, 40, colour);
  const { regions } = await compare(page('#00cc00'), page('#0000cc'));
  assert.deepEqual(
    regions.map(({ after }) => after),
    [
      { x: 20, y: 20, width: 280, height: 60 },
      { x: 20, y: 100, width: 280, height: 40 },
    ],
  );
});

test('a faint digit on a dark ground is one region', async () => {
  const page = (year: string) => block(0, 500, 800, 100, '#15161a') + line(200, 540, `Since ${year}`, '#a9adba');
  const { regions } = await compare(page('2025'), page('2026'));
  assert.equal(regions.length, 1);
});

test('a line of text that moves down with the rest of the page is no region', async () => {
  const page = (top: number) => line(20, top, 'First line') + line(20, top + 30, 'Second line');
  const { word, regions } = await compare(page(40), page(90));
  assert.deepEqual([word, regions], ['moved', []]);
});

test('a word that moves a line of words to the right is one region', async () => {
  const words = ['one', 'other', 'further', 'last'];
  const row = (y: number, first: string) => line(20, y, [first, ...words].join('  '));
  const page = (first: string) =>
    line(20, 20, 'A heading of the page') + row(60, first) + line(20, 100, 'The rest of it');
  const { regions } = await compare(page('brief'), page('a much longer'));
  assert.deepEqual(
    regions.map(({ kind, before }) => [kind, before.x < 30, before.width < 60]),
    [['altered', true, true]],
  );
});

test('two labels that swap places are changed, and not only moved', async () => {
  const page = (left: string, right: string) =>
    line(20, 20, 'A heading') + line(20, 100, left) + line(500, 100, right) + line(20, 180, 'The rest');
  const { word, regions } = await compare(page('yes', 'not'), page('not', 'yes'));
  assert.deepEqual([word, regions.length], ['changed', 2]);
});

test('a removed line of widely spaced words is one region', async () => {
  const spaced = (y: number, letters: string) =>
    [...letters].map((letter, at) => line(40 + at * 80, y, letter.repeat(4))).join('');
  const lines = ['abcdefgh', 'klmnopqr', 'stuvwxyz', 'ABCDEFGH', 'KLMNOPQR'];
  const page = (some: readonly string[]) => some.map((letters, at) => spaced(40 + at * 30, letters)).join('');
  const { regions } = await compare(page(lines), page(lines.toSpliced(2, 1)));
  assert.deepEqual(
    regions.map(({ kind, before }) => [kind, before.y]),
    [['removed', 100]],
  );
});

test('a table whose columns move sideways because one cell is wider has one region', async () => {
  const rows = ['Ely', 'Diss', 'Norwich', 'Harwich', 'Ipswich'];
  const page = (shift: number, remark: string) =>
    rows
      .map(
        (town, at) =>
          line(20, 40 + at * 30, town) +
          line(200 + shift, 40 + at * 30, `RE ${301 + at}`) +
          (at === 2 ? line(500 + shift, 40 + at * 30, remark) : ''),
      )
      .join('');
  const { regions } = await compare(page(0, ''), page(-37, 'cancelled'));
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, after.x > 400]),
    [['added', true]],
  );
});

test('a card that is higher because of a new line has one region', async () => {
  const frame = (height: number) =>
    `<rect x="40.5" y="40.5" width="300" height="${height}" rx="12" fill="#fff" stroke="#aaa"/>`;
  const card = (lines: readonly string[]) =>
    frame(30 + lines.length * 30) + lines.map((text, at) => line(60, 70 + at * 30, text)).join('');
  const { regions } = await compare(
    card(['first line', 'last of them']),
    card(['first line', 'something new', 'last of them']),
  );
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, after.y]),
    [['added', 100]],
  );
});

test('two paragraphs below each other that are replaced are one region', async () => {
  const paragraphs = (words: readonly string[]) =>
    line(20, 20, 'Heading') +
    words.map((word, index) => line(20, 80 + index * 20 + (index > 2 ? 26 : 0), word)).join('');
  const { regions } = await compare(
    paragraphs([
      'the pilot books are',
      'wrong about second',
      'channel and harbour',
      'every body knows it',
      'a wreck has moved on',
      'in storms of winter',
    ]),
    paragraphs([
      'ODD COSMIC THOUGHT',
      'EVERY DAY AND NIGHT',
      'PEOPLE MIGHT COME UP',
      'VENUS HAS A RUNAWAY',
      'GREEN HOUSE EFFECTS',
      'KNOW WHAT HAPPENED T',
    ]),
  );
  assert.equal(regions.length, 1);
});

test('a changed letter gives its whole word, also if that is long', () => {
  const picture = { data: new Uint8Array(200 * 20 * 3).fill(255), width: 200, height: 20 };
  const word = { x: 10, y: 3, width: 90, height: 14 };
  for (let y = word.y; y < word.y + word.height; y += 2) {
    for (let x = word.x; x < word.x + word.width; x += 3)
      picture.data.fill(0, (y * 200 + x) * 3, (y * 200 + x + 2) * 3);
  }
  const { x, width } = growToWord(picture, { x: 91, y: 3, width: 8, height: 14 }, word);
  assert.deepEqual([x, width], [10, 89]);
});

test('a picture and the text below it that are replaced are one card', async () => {
  const card = (colour: string, texts: readonly string[]) =>
    block(40, 40, 300, 160, colour) +
    block(90, 80, 90, 60, '#ffd') +
    texts.map((text, row) => line(56, 222 + row * 22, text)).join('') +
    line(40, 420, 'The rest of the page');
  const older = card('#248', ['The last ferry goes', 'in the evening with', 'all of its guests']);
  const newer = card('#a31', ['Eels arrive in June', 'and nobody has seen', 'where they begin it']);
  const { regions } = await compare(older, newer);
  assert.equal(regions.length, 1, JSON.stringify(regions));
});

test('a changed date does not take in the icon beside it', async () => {
  const date = (text: string) =>
    block(40, 40, 18, 18, '#e80') + block(44, 46, 6, 5, '#fff') + line(64, 43, text, '#e80');
  const { regions } = await compare(date('10ab'), date('12cfd'));
  assert.deepEqual([regions.length, (regions[0]?.after.x ?? 0) >= 62], [1, true], JSON.stringify(regions));
});

test('the rows of a table with a new number in each stay beside each other', async () => {
  const row = (index: number, version: number) =>
    [0, 1, 2, 3].map((column) => {
      const [x, y] = [8 + column * 106, 8 + index * 63];
      const text = (index * 7 + column) % 4 === 0 ? `v${(index * 31 + column * 17 + version) % 1000}` : 'fixed';
      return `<rect x="${x}" y="${y}" width="104" height="61" fill="none" stroke="#888"/>${line(x + 30, y + 22, text)}`;
    });
  const table = (version: number) => draw(Array.from({ length: 40 }, (_, at) => row(at, version)).join(''), 440, 2536);
  const { bands, moved } = await compareHere(await table(1), await table(2));
  assert.deepEqual(moved, []);
  assert.deepEqual(bands, [{ before: { top: 0, bottom: 2536 }, after: { top: 0, bottom: 2536 } }]);
});
