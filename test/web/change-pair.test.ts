import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RegionKind } from '../../src/domain/findings.ts';
import type { Screenshot } from '../../src/domain/screenshot.ts';
import { changePair } from '../../src/web/change-pair.ts';
import { makeWebLinks } from '../../src/web/links.ts';

const links = makeWebLinks('http://localhost/', 'http://localhost/images', 'v1');

const screenshot = (id: string): Screenshot => ({
  id,
  webpageId: 'w',
  isFavorite: false,
  verdict: 'fine',
  url: 'https://example.org/',
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  picture: {
    id,
    contentKey: 'a.webp',
    contentType: 'image/webp',
    thumbnailKey: 'b.jpg',
    thumbnailType: 'image/jpeg',
    width: 1280,
    height: 4000,
    bytes: 1,
    sha256: '',
    thumbnailSha256: undefined,
  },
});

/** The mark in each of the two crops. */
function marksOf(kind: RegionKind, before: Box, after: Box): string[] {
  const region = { kind, before, after, area: 1 };
  const [older, newer] = [screenshot('b'), screenshot('a')];
  const { text } = changePair(links, { before: older, after: newer, region, name: 'Page', href: '/' });
  return [...text.matchAll(/<svg class="marks".*?<\/svg>/g)].map(([svg]) => svg);
}

const PRICE: Box = { x: 700, y: 2000, width: 60, height: 24 };

test('a region at the same place of both crops has the same mark in both', () => {
  const [before, after, ...others] = marksOf('altered', PRICE, { ...PRICE, y: 2100 });
  assert.match(before ?? '', /<g class="mk altered"><rect class="tint"/);
  assert.equal(after, before);
  assert.deepEqual(others, []);
});

test('a region is marked where it is in each crop: at the top of the page, further down, or with another size', () => {
  const yOf = (mark = '') => Number(/<rect class="tint"[^>]* y="([^"]*)"/.exec(mark)?.[1]);
  const [atTop, below] = marksOf('altered', { ...PRICE, y: 10 }, PRICE).map(yOf);
  assert.ok(atTop !== undefined && below !== undefined && atTop < below, `${atTop}, ${below}`);
  const [low, high] = marksOf('altered', PRICE, { ...PRICE, height: 60 });
  assert.notEqual(low, high);
  const [missing, there] = marksOf('added', { ...PRICE, height: 0 }, PRICE);
  assert.match(missing ?? '', /class="mk added seat"/);
  assert.match(there ?? '', /class="mk added"/);
});
