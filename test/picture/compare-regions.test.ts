import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { compareHere } from '../../src/picture/compare/compare-here.ts';

const draw = (body: string, width = 800, height = 600) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${body}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const block = (x: number, y: number, width: number, height: number, colour: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`;

/** A line of letters, drawn as strokes so that it does not depend on the fonts of the machine. Each character has its own strokes. */
function line(x: number, y: number, letters: string, colour = '#222'): string {
  const strokes = [...letters].map((letter, index) => {
    const code = letter.charCodeAt(0);
    const left = x + index * 9;
    const bars = [0, 1, 2, 3, 4].filter((bit) => (code >> bit) & 1).map((bit) => `M${left} ${y + 1 + bit * 2.5}h6`);
    return letter === ' ' ? '' : `M${left + (code % 6)} ${y}v12${bars.join('')}`;
  });
  return `<path d="${strokes.join('')}" stroke="${colour}" stroke-width="1.6" fill="none"/>`;
}

async function compare(before: string, after: string) {
  return compareHere(await draw(before), await draw(after));
}

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
