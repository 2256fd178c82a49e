import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWatchWords, watched } from '../../src/domain/watch-words.ts';
import { pageText } from '../harness/words.ts';

const found = (rule: string, before: readonly string[], after: readonly string[]) =>
  watched(readWatchWords([rule]), { before: pageText(...before).passages, after: pageText(...after).passages });

test('a phrase is found when it appears or disappears, without regard to case and diacritics, as whole words', () => {
  assert.deepEqual(found('appears Sold out', ['Buy now'], ['SÓLD out!']), ['“Sold out” appeared']);
  assert.deepEqual(found('appears Sold out', ['sold out'], ['sold out']), []);
  assert.deepEqual(found('appears sold', ['x'], ['unsold']), []);
  assert.deepEqual(found('disappears in stock', ['now in stock'], ['gone']), ['“in stock” disappeared']);
  assert.deepEqual(found('appears sold out', [], ['sold', 'out']), [], 'two passages');
  assert.deepEqual(found('appears 降价', ['x'], ['今天降价了']), ['“降价” appeared']);
});

test('a phrase is compared as a search compares it, with and without quotation marks', () => {
  assert.deepEqual(found('appears "sold out"', ['Buy now'], ['Sold out']), ['“sold out” appeared']);
  assert.deepEqual(found('disappears „in stock“', ['In stock!'], []), ['“in stock” disappeared']);
  assert.deepEqual(found('appears sold-out', ['x'], ['Sold out']), ['“sold-out” appeared']);
  assert.deepEqual(found('appears sold out', ['x'], ['Sold — out']), ['“sold out” appeared']);
  assert.deepEqual(found('appears 세일', ['x'], ['지금 세일중']), ['“세일” appeared']);
  assert.deepEqual(found('appears ཚོང', ['x'], ['གཚོང']), ['“ཚོང” appeared']);
  assert.deepEqual(found('below 100: "Price #"', ['Price 129'], ['Price 95']), ['“Price #” is 95, below 100']);
  assert.deepEqual(found('above 5: 가격#', ['가격 3'], ['새가격 9']), ['“가격#” is 9, above 5']);
});

test('a number is found behind the sign or the abbreviation of a currency', () => {
  for (const price of ['US$ 95', 'A$95', 'Fr. 95', 'kr 95', 'kr. 95', 'Rs. 95', 'CHF 95', 'R$ 95', '£95', '95 zł']) {
    assert.deepEqual(found('below 100: Price #', ['Price: 129'], [`Price: ${price}`]), ['“Price #” is 95, below 100']);
  }
  assert.deepEqual(found('below 100: Price #', ['Price: 129'], ['Price of 2 items: 129']), []);
});

test('a number is found when it passes the bound', () => {
  assert.deepEqual(found('below 100: Price #', ['Price: € 129.50'], ['Price: € 95']), ['“Price #” is 95, below 100']);
  assert.deepEqual(found('below 100: price #', ['Price', '€ 129.50'], ['Price', '€ 99.90']), [
    '“price #” is 99.9, below 100',
  ]);
  assert.deepEqual(found('below 100: price #', ['Price 90'], ['Price 80']), []);
  assert.deepEqual(found('above 3: # %', ['rate 2.5 %'], ['rate 3,25 %']), ['“# %” is 3.25, above 3']);
  assert.deepEqual(found('below 2000: EUR #', ['EUR 2.100,00'], ['EUR 1.999,00']), ['“EUR #” is 1999, below 2000']);
  assert.deepEqual(found('above 10: # left', ['9 left'], ['1 200 left']), ['“# left” is 1200, above 10']);
  assert.deepEqual(found('below 5: price #', ['x'], ['price on request, 3 left']), []);
  assert.deepEqual(found('below 1000: price #', ['price 2,000'], ['price 1,299']), []);
  assert.deepEqual(found('below 1: price #', ['price 2'], ['price 0.125']), ['“price #” is 0.125, below 1']);
});

test('rules are written as they are read, once each, and others are refused with the allowed forms', () => {
  const lines = ['appears  Sold out', 'BELOW 100: Price #\r', ' appears Sold out ', ''];
  assert.deepEqual(readWatchWords(lines), ['appears Sold out', 'below 100: Price #']);
  for (const bad of [
    'sold out',
    'below: #',
    'below x: #',
    'below 1: no number',
    'below 1: # #',
    'appears \u200b',
    'appears ""',
    'appears ...',
    `appears ${'x'.repeat(201)}`,
    'appears a\u0000',
  ])
    assert.throws(() => readWatchWords([bad]), { kind: 'invalid' }, bad);
  assert.throws(() => readWatchWords(Array.from({ length: 21 }, (_, n) => `appears ${n}`)), /21 lines/);
});

test('hostile texts and patterns take time in proportion to their length', () => {
  for (const text of [
    '1 '.repeat(500_000),
    'price '.repeat(200_000),
    '1.1,'.repeat(250_000),
    `price ${'-'.repeat(900_000)}`,
  ])
    assert.deepEqual(found('below 0: price # x', [], [text]), []);
  assert.deepEqual(found('below 0: # x', [], ["1'1 ".repeat(250_000)]), []);
});
