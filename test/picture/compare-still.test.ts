import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, compare, line } from './drawn-page.ts';

/** Pages on which nothing moved. */

const text = line(20, 20, 'A heading of the page') + line(20, 60, 'The rest of it');

test('vertical bars of other widths, which are no words, are one region', async () => {
  const bars = (widths: readonly number[]) =>
    widths.map((width, at) => block(100 + at * 8, 120, width, 90, '#000')).join('');
  const { regions } = await compare(text + bars([1, 3, 2, 1, 3, 2]), text + bars([3, 1, 2, 3, 1, 2]));
  assert.equal(regions.length, 1);
  const [{ after } = { after: { x: 0, y: 0, width: 0, height: 0 } }] = regions;
  assert.ok(
    after.x >= 100 && after.x + after.width <= 144 && after.y >= 118 && after.height <= 94,
    JSON.stringify(after),
  );
});

test('a frame of another colour is one region', async () => {
  const frame = (colour: string) =>
    `<rect x="100" y="120" width="400" height="90" fill="#fff" stroke="${colour}" stroke-width="2"/>`;
  const page = (colour: string) => text + frame(colour) + line(130, 150, 'Inside of it');
  const { regions } = await compare(page('#bbbbbb'), page('#cc2222'));
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, Math.abs(after.width - 402) <= 2, Math.abs(after.height - 92) <= 2]),
    [['altered', true, true]],
  );
});

test('a bar of a chart that is a little higher than before is one region', async () => {
  const chart = (third: number) =>
    [150, 90, third, 190].map((height, at) => block(100 + at * 60, 400 - height, 40, height, '#5b8def')).join('');
  const { regions } = await compare(text + chart(110), text + chart(121));
  assert.deepEqual(
    regions.map(({ after }) => [after.x, after.width, after.y <= 280, after.y + after.height < 296]),
    [[220, 40, true, true]],
  );
});

test('text that moved within a frame of the same height is no region', async () => {
  const page = (y: number) => text + block(100, 120, 300, 200, '#eeeeee') + line(120, y, 'Within the card');
  const { regions } = await compare(page(160), page(175));
  assert.deepEqual(regions, []);
});
