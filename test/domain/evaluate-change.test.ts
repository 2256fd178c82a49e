import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangeSettings, NOTHING_IGNORED } from '../../src/domain/change.ts';
import { evaluateChange } from '../../src/domain/evaluate-change.ts';
import type { Box, Findings, Region } from '../../src/domain/findings.ts';
import { alteredRegion, findingsOf } from '../harness/changes.ts';

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const added: Region = { kind: 'added', before: box(0, 500, 100, 0), after: box(0, 500, 100, 100), area: 10_000 };
const removed: Region = { kind: 'removed', before: box(0, 700, 100, 50), after: box(0, 800, 100, 0), area: 5_000 };
const altered = alteredRegion(0, 0, 200, 100);
const three = findingsOf(altered, added, removed);
const none = { before: [], after: [] };

function evaluate(settings: Partial<ChangeSettings>, elements = {}, findings: Findings = three) {
  return evaluateChange(findings, { ...NOTHING_IGNORED, ...settings }, { ...none, ...elements });
}

test('without settings every region counts, and the leading ones are the largest', () => {
  const { summary, announced } = evaluate({});
  assert.deepEqual(summary, {
    ...{ word: 'changed', share: 0.035, added: 1, removed: 1, altered: 1, ignored: 0 },
    leading: [altered, added, removed],
  });
  assert.equal(announced, true);
  const five = [1, 2, 3, 4, 5].map((n) => alteredRegion(0, 0, 100 - n, 10));
  assert.deepEqual(evaluate({}, {}, findingsOf(...five)).summary.leading, five.slice(0, 4));
});

test('a region that lies in an ignored rectangle does not count, and the share is smaller', () => {
  const { summary, announced } = evaluate({ ignoredBoxes: [box(0, 0, 300, 300)] });
  assert.deepEqual([summary.altered, summary.added, summary.removed, summary.ignored], [0, 1, 1, 1]);
  assert.equal(summary.share.toFixed(6), '0.015000');
  assert.deepEqual(summary.leading, [added, removed]);
  assert.equal(announced, true);
});

test('a region counts if less than four fifths of it are ignored, however the ignored boxes overlap', () => {
  const ignored = (...ignoredBoxes: Box[]) => evaluate({ ignoredBoxes }).summary.ignored;
  assert.equal(ignored(box(0, 0, 160, 100)), 1);
  assert.equal(ignored(box(0, 0, 159, 100)), 0);
  assert.equal(ignored(box(0, 0, 100, 100), box(50, 0, 100, 100)), 0);
  assert.equal(ignored(box(0, 0, 100, 100), box(100, 0, 100, 60)), 1);
  assert.equal(ignored(box(0, 0, 100, 50), box(0, 50, 200, 50), box(100, 0, 100, 50)), 1);
});

test('the elements of a selector are ignored where they are in the picture that has the region', () => {
  const ad = (...boxes: Box[]) => [{ selector: '#ad', boxes }];
  const ignoredSelectors = ['#ad'];
  const place = box(0, 480, 200, 300);
  assert.equal(evaluate({ ignoredSelectors }, { after: ad(place) }).summary.added, 0);
  assert.equal(evaluate({ ignoredSelectors }, { after: ad(place) }).summary.removed, 1);
  assert.equal(evaluate({ ignoredSelectors }, { before: ad(place) }).summary.added, 1);
  assert.equal(evaluate({ ignoredSelectors }, { before: ad(place) }).summary.removed, 0);
  assert.equal(evaluate({ ignoredSelectors: ['#other'] }, { before: ad(place), after: ad(place) }).summary.ignored, 0);
});

test('if every region is ignored, the page is the same or only moved, and nothing is announced', () => {
  const ignoredBoxes = [box(0, 0, 1000, 1000)];
  const { summary, announced } = evaluate({ ignoredBoxes });
  assert.deepEqual([summary.word, summary.share, summary.ignored, summary.leading], ['same', 0, 3, []]);
  assert.equal(announced, false);
  const moved = { ...three, moved: [{ before: box(0, 0, 9, 9), after: box(0, 5, 9, 9) }] };
  assert.equal(evaluate({ ignoredBoxes }, {}, moved).summary.word, 'moved');
});

test('regions beyond the limit count with their area as long as another region counts', () => {
  const findings = { ...three, share: 0.04, omitted: 50, omittedArea: 5_000 };
  assert.equal(evaluate({ ignoredBoxes: [box(0, 0, 200, 100)] }, {}, findings).summary.share.toFixed(6), '0.020000');
  assert.equal(evaluate({ ignoredBoxes: [box(0, 0, 1000, 1000)] }, {}, findings).summary.share, 0);
});

test('a change below the smallest share or area is not announced', () => {
  assert.equal(evaluate({ leastShare: 0.035 }).announced, true);
  assert.equal(evaluate({ leastShare: 0.036 }).announced, false);
  assert.equal(evaluate({ leastArea: 35_000 }).announced, true);
  assert.equal(evaluate({ leastArea: 35_001 }).announced, false);
  assert.equal(evaluate({ leastArea: 35_001 }).summary.word, 'changed');
});

test('findings without a region are not announced', () => {
  assert.equal(evaluate({}, {}, findingsOf()).announced, false);
});
