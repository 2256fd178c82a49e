import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, compare, line } from './drawn-page.ts';

const rule = (y: number) => block(40, y, 500, 1, '#ccc');
const field = (y: number, width: number) =>
  `<rect x="40.5" y="${y}.5" width="${width}" height="36" fill="none" stroke="#222"/>`;

test('text in a field that was empty is the region, and not the field', async () => {
  const page = line(40, 30, 'Your name') + field(50, 300) + line(40, 130, 'Your boat') + field(150, 300);
  const { regions } = await compare(page, page + line(50, 62, 'Henrietta'));
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, after.y > 55, after.height < 20, after.width < 100]),
    [['added', true, true, true]],
  );
});

test('a new question of a form is one region with its empty field', async () => {
  const rest = (y: number) => line(40, y, 'Has it an engine') + field(y + 20, 300);
  const top = line(40, 30, 'Your name') + field(50, 300);
  const { regions } = await compare(top + rest(130), top + line(40, 130, 'Length of it') + field(150, 160) + rest(230));
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, after.y, after.y + after.height >= 186]),
    [['added', 130, true]],
  );
});

test('a new first entry of a list is as high as the next one', async () => {
  const entries = (names: readonly string[]) =>
    line(40, 20, 'Notices') +
    names.map((name, index) => line(40, 80 + index * 50, name) + rule(110 + index * 50)).join('');
  const { regions } = await compare(
    entries(['Water supply', 'Bus route']),
    entries(['Office shut', 'Water supply', 'Bus route']),
  );
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, after]),
    [['added', { x: 40, y: 60, width: 500, height: 50 }]],
  );
});

test('text below the last rule of a table is no entry of it', async () => {
  const table = line(60, 80, '12 30') + rule(110) + line(60, 130, '14 30') + rule(160);
  const { regions } = await compare(table, table + line(40, 180, 'No bus stops here'));
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, after.width < 200, after.height < 20]),
    [['added', true, true]],
  );
});

test('a bar of a chart that grows is one region with the new part of the bar', async () => {
  const bars = (heights: readonly number[]) =>
    heights.map((height, index) => block(60 + index * 40, 300 - height, 22, height, '#2dd4bf')).join('');
  const { regions } = await compare(bars([120, 90, 40, 150]), bars([120, 90, 138, 150]));
  assert.deepEqual(
    regions.map(({ after }) => [after.x, after.y, after.width]),
    [[140, 162, 22]],
  );
});

test('a badge is one region with its background', async () => {
  const page = line(40, 30, 'Enterprise') + line(40, 60, 'per month');
  const badge = `<rect x="200" y="26" width="90" height="20" rx="4" fill="#0d6efd"/>${line(208, 30, 'Popular', '#fff')}`;
  const { regions } = await compare(page, page + badge);
  assert.deepEqual(
    regions.map(({ kind, after }) => [kind, after.y, after.height]),
    [['added', 26, 20]],
  );
});

test('a white message over other text is one region with its frame', async () => {
  const text = ['The ferry leaves', 'in the evening', 'with all guests', 'of the harbour'];
  const page = text.map((words, at) => line(60, 60 + at * 40, words)).join('');
  const message = '<rect x="40.5" y="80.5" width="260" height="85" fill="#fff" stroke="#888"/>';
  const { regions } = await compare(page, page + message + line(70, 110, 'COOKIES USED') + line(70, 130, 'AGREE NOW'));
  assert.deepEqual(
    regions.map(({ after }) => [after.x, after.x + after.width, after.y, after.y + after.height]),
    [[41, 300, 81, 165]],
    JSON.stringify(regions),
  );
});
