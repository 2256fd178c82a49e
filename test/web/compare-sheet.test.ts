import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Band, Box, Findings, Region, RegionKind } from '../../src/domain/findings.ts';
import type { Screenshot } from '../../src/domain/screenshot.ts';
import { makeWebLinks } from '../../src/web/links.ts';
import { changesInOrder } from '../../src/web/pages/compare/compare-changes.ts';
import { sheetRows } from '../../src/web/pages/compare/compare-rows.ts';
import { sheet } from '../../src/web/pages/compare/compare-sheet.ts';

const links = makeWebLinks('https://archive.example', 'https://pictures.example', 'v');

function captureOf(id: string, width: number, height: number): Screenshot {
  const createdAt = '2026-11-16T06:00:00.000Z';
  const picture = { id: `picture-${id}`, width, height } as Screenshot['picture'];
  return {
    id,
    webpageId: 'page',
    isFavorite: false,
    verdict: 'fine',
    url: '',
    createdAt,
    modifiedAt: createdAt,
    picture,
  };
}

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

function region(kind: RegionKind, before: Box, after: Box): Region {
  return { kind, before, after, area: Math.max(before.width * before.height, after.width * after.height) };
}

const band = (before: readonly [number, number], after: readonly [number, number]): Band => ({
  before: { top: before[0], bottom: before[1] },
  after: { top: after[0], bottom: after[1] },
});

interface Pair {
  readonly bands: readonly Band[];
  readonly regions?: readonly Region[];
  readonly ignored?: readonly Region[];
  readonly widths?: readonly [number, number];
  readonly current?: number;
}

/** The HTML of each cell, row by row: before, after, before, after … */
function cellsOf({ bands, regions = [], ignored = [], widths = [1280, 1280], current }: Pair): string[] {
  const rows = sheetRows(bands);
  const last = bands.at(-1);
  const before = captureOf('old', widths[0], last?.before.bottom ?? 0);
  const after = captureOf('new', widths[1], last?.after.bottom ?? 0);
  const findings = { regions } as Findings;
  const changes = changesInOrder(findings, rows, new Set(ignored));
  const { text } = sheet({ links, before, after, rows, changes, current });
  return text.split(/<div class="cell /).slice(1);
}

const images = (html: string) => [...html.matchAll(/<img src="[^"]*\/iiif\/([\d,]+)\//g)].map(([, part]) => part);
const marks = (html: string) =>
  [...html.matchAll(/<g class="(mk[^"]*)"(?: id="(c\d+)")?/g)].map(([, name, id]) => [name, id]);
const tags = (html: string) => [...html.matchAll(/<text x[^>]*>([^<]+)</g)].map(([, text]) => text);

describe('the pictures of the Compare page', () => {
  test('are slices beside each other, with a gap where the other picture has more', () => {
    const cells = cellsOf({ bands: [band([0, 0], [0, 57]), band([0, 900], [57, 957]), band([900, 1300], [957, 957])] });
    assert.deepEqual(cells.map(images), [
      [],
      ['0,0,1280,57'],
      ['0,0,1280,900'],
      ['0,57,1280,900'],
      ['0,900,1280,400'],
      [],
    ]);
    assert.match(
      cells[0] ?? '',
      /class="gap" viewBox="0 0 1280 57" role="img" aria-label="Nothing here: 57 px only in After"/,
    );
    assert.match(cells[5] ?? '', /Nothing here: 400 px only in Before/);
  });

  test('are loaded when they come into view, and have their size before', () => {
    const [first = ''] = cellsOf({ bands: [band([0, 900], [0, 900])] });
    assert.match(
      first,
      /<img src="[^"]+" width="1280" height="900" alt="The page on 16 Nov 2026, 06:00 UTC" loading="lazy"/,
    );
  });

  test('have the same scale if one is narrower', () => {
    const [wide = '', narrow = ''] = cellsOf({ bands: [band([0, 900], [0, 900])], widths: [1280, 960] });
    assert.match(wide, /^a"/);
    assert.match(narrow, /^b w75"/);
    assert.deepEqual(images(narrow), ['0,0,960,900']);
  });

  test('have a closed frame, a dashed one or brackets, numbered in reading order', () => {
    const price = region('altered', box(480, 400, 100, 60), box(480, 460, 100, 60));
    const banner = region('added', box(0, 0, 1280, 0), box(0, 0, 1280, 60));
    const line = region('removed', box(100, 407, 200, 30), box(100, 467, 200, 0));
    const cells = cellsOf({
      bands: [band([0, 0], [0, 60]), band([0, 900], [60, 960])],
      regions: [price, banner, line],
      current: 3,
    });
    assert.deepEqual(cells.map(tags), [['+ 1'], ['+ 1'], ['− 2', '~ 3'], ['− 2', '~ 3']]);
    assert.deepEqual(cells.map(marks), [
      [['mk added seat', undefined]],
      [['mk added', 'c1']],
      [
        ['mk removed', 'c2'],
        ['mk altered now', undefined],
      ],
      [
        ['mk removed seat', undefined],
        ['mk altered now', 'c3'],
      ],
    ]);
  });

  test('have the number of a region of full width above it, or below it at the top of the page', () => {
    const banner = region('added', box(0, 0, 1280, 0), box(0, 0, 1280, 60));
    const strip = region('removed', box(0, 500, 1280, 80), box(0, 560, 1280, 0));
    const cells = cellsOf({
      bands: [band([0, 0], [0, 60]), band([0, 500], [60, 560]), band([500, 580], [560, 560])],
      regions: [banner, strip],
    });
    const places = (html = '') =>
      [...html.matchAll(/class="tag" transform="translate\((\d+) (-?\d+)\)[^>]*><g><rect x="0" y="(-?\d+)"/g)].map(
        ([, x, y, up]) => [Number(x), Number(y), Number(up)],
      );
    assert.deepEqual(places(cells[1]), [[2, 66, 3]]);
    assert.deepEqual(places(cells[4]), [[2, -6, -21]]);
  });

  test('continue a frame in the next slice, with its number in the first', () => {
    const tall = region('added', box(100, 0, 400, 0), box(100, 100, 400, 3000));
    const cells = cellsOf({ bands: [band([0, 0], [0, 4000])], regions: [tall] });
    const after = cells.filter((_, index) => index % 2 === 1);
    assert.deepEqual(after.map(marks), [[['mk added', 'c1']], [['mk added', undefined]]]);
    assert.deepEqual(after.map(tags), [['+ 1'], []]);
  });

  test('show where removed content was in a gap of the same height', () => {
    const section = region('removed', box(0, 300, 1280, 200), box(0, 300, 1280, 0));
    const cells = cellsOf({ bands: [band([0, 300], [0, 300]), band([300, 500], [300, 300])], regions: [section] });
    assert.match(cells[3] ?? '', /<svg class="gap".*<g class="mk removed seat"/s);
    assert.deepEqual(marks(cells[1] ?? ''), []);
  });

  test('show ignored regions without a number', () => {
    const advert = region('altered', box(10, 10, 300, 200), box(10, 10, 300, 200));
    const price = region('altered', box(500, 400, 90, 40), box(500, 400, 90, 40));
    const cells = cellsOf({ bands: [band([0, 900], [0, 900])], regions: [advert, price], ignored: [advert] });
    assert.deepEqual(tags(cells[1] ?? ''), ['~ 1']);
    assert.deepEqual(marks(cells[1] ?? ''), [
      ['mk altered', 'c1'],
      ['mk altered ignored', undefined],
    ]);
  });

  test('leave the regions out of the veil of the difference view', () => {
    const price = region('altered', box(500, 400, 90, 40), box(500, 400, 90, 40));
    const [, after = ''] = cellsOf({ bands: [band([0, 900], [0, 900])], regions: [price] });
    assert.match(after, /<svg class="veil grey" [^>]*><path d="M0 0h1280v900h-1280zM494 394v52h102v-52z"\/>/);
  });
});
