import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isMuchLarger, offerElement, type PageElement } from '../../src/domain/page-element.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

const elements: readonly PageElement[] = [
  { selector: 'main', boxes: [box(0, 100, 1000, 2000)] },
  { selector: '#offers', boxes: [box(0, 200, 1000, 400)] },
  { selector: '.price', boxes: [box(100, 300, 80, 20), box(400, 300, 80, 20)] },
  { selector: '.amount', boxes: [box(400, 300, 80, 20)] },
  { selector: 'footer', boxes: [box(0, 2200, 1000, 100)] },
];

describe('the selector that is offered for a region', () => {
  const cases: readonly (readonly [what: string, region: ReturnType<typeof box>, selector: string | undefined])[] = [
    ['is that of the smallest element around it', box(110, 305, 10, 12), '.price'],
    ['has fewer other places if two elements are equally large', box(410, 305, 10, 12), '.amount'],
    ['covers the whole region', box(120, 305, 300, 12), '#offers'],
    ['covers more than nine tenths of it', box(104, 298, 80, 20), '#offers'],
    ['may leave a little of each edge uncovered', box(101, 299, 80, 20), '.price'],
    ['is missing where no element covers it', box(0, 2000, 1000, 300), undefined],
    ['is missing for a region without an area', box(110, 305, 10, 0), undefined],
  ];
  for (const [what, region, selector] of cases)
    test(what, () => {
      assert.equal(offerElement(elements, region)?.selector, selector);
    });
});

test('an element is offered with its box around the region, and may be much larger than it', () => {
  const digit = box(410, 305, 10, 12);
  const price = offerElement(elements, digit);
  assert.deepEqual(price, { selector: '.amount', box: box(400, 300, 80, 20) });
  assert.equal(isMuchLarger(price.box, digit), false);
  const label = box(600, 305, 80, 20);
  const offers = offerElement(elements, label);
  assert.deepEqual(offers, { selector: '#offers', box: box(0, 200, 1000, 400) });
  assert.equal(isMuchLarger(offers.box, label), true);
});
