import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldText, foldWithPositions, plainText, plainWithPositions } from '../../src/domain/fold.ts';

const cases: readonly (readonly [string, string])[] = [
  ['Price', 'price'],
  ['Crème Brûlée, naïve, Ångström, Źdźbło', 'creme brulee, naive, angstrom, zdzblo'],
  ['creme\u0301', 'creme'],
  ['sta\u00ADtion\u200Bs \uFEFFa\u2060b', 'stations ab'],
  ['a\u00A0b\u202Fc\u3000d \n\t e', 'a b c d e'],
  ['oﬃce ﬁne', 'office fine'],
  ['ＡＢＣ１２３ｱｶﾞ', 'abc123アガ'],
  ['Straße STRASSE', 'strasse strasse'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['İstanbul ısı', 'istanbul isi'],
  ['“it’s” non‑breaking – € −5', '"it\'s" non-breaking - € -5'],
  ['\u304B\u3099 か パ', 'が か パ'],
  ['a \u200B b ´ c', 'a b c'],
  ['각 \u1100\u1161\u11A8', '각 각'],
  ['ที่นี่ หญ้า', 'ที่นี่ หญ้า'.normalize('NFKC')],
  ['مُحَمَّد كـتاب', 'محمد كتاب'],
  ['שָׁלוֹם', 'שלום'],
  ['हिन्दी', 'हिन्दी'],
  ['½ ² ㎏ №', '1⁄2 2 kg no'],
  ['👩‍👩‍👧 ❤️', '👩👩👧 ❤'],
  ['', ''],
];

for (const [given, folded] of cases)
  test(`${JSON.stringify(given)} is compared as ${JSON.stringify(folded)}`, () =>
    assert.equal(foldText(given), folded));

test('folding a folded text changes nothing, for every character', () => {
  for (let code = 0; code <= 0x1ffff; code += code < 0xffff ? 1 : 7) {
    const folded = foldText(String.fromCodePoint(code));
    if (foldText(folded) !== folded) assert.fail(`U+${code.toString(16)}`);
  }
});

test('composed and decomposed text are the same, for every character', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (foldText(character.normalize('NFD')) !== foldText(character)) assert.fail(`U+${code.toString(16)}`);
  }
});

test('a match in the folded text is found in the original text', () => {
  const original = 'The oﬃce at Bahn\u00ADhof\u00A0 Straße, ＡＢＣ, cafe\u0301!';
  const { text, originalOf } = foldWithPositions(original);
  const found = (phrase: string) => {
    const at = text.indexOf(phrase);
    const { start, end } = originalOf(at, at + phrase.length);
    return original.slice(start, end);
  };
  assert.equal(found('office'), 'oﬃce');
  assert.equal(found('off'), 'oﬃ');
  assert.equal(found('bahnhof'), 'Bahn\u00ADhof');
  assert.equal(found('hof strasse'), 'hof\u00A0 Straße');
  assert.equal(found('abc'), 'ＡＢＣ');
  assert.equal(found('cafe'), 'cafe\u0301');
  assert.equal(found('!'), '!');
  assert.equal(foldWithPositions('plain Text').originalOf(6, 10).start, 6);
});

/** Letters, marks, parts of syllables and spaces, and invisible characters between them. */
const PIECES = [
  ...'aeβßΣİıﬁ½ \n\t\u00a0\u3000´¨1.-_',
  ...'\u0301\u0308\u0323\u0345\u3099\u0653\u0654\u09be\u0cc2\u0cd5\u102e\u0f71\u0f72\u{1d15e}\u{110ba}\u{11127}',
  ...'\u09c7\u0627\u0cc6\u1025\ufe70\u{110b9}\u{11131}かｶﾞ\uff9e',
  ...'\u1100\u1161\u11a8\u1160가ㄱㅏㄳ\uffa1\uffc2㉠㈎\ud7b0\ud7cb',
  ...'\u200b\u00ad\u200d\ufe0f\u0640\u0000\u0007\u034f\u061c\u180e\u115f\u3164\uffa0',
];

test('folding with and without positions gives the same text', () => {
  // A fixed sequence, so that a failure can be repeated.
  let state = 1;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
  for (let round = 0; round < 40_000; round += 1) {
    const text = Array.from({ length: 1 + draw(7) }, () => PIECES[draw(PIECES.length)]).join('');
    assert.equal(foldWithPositions(text).text, foldText(text), JSON.stringify(text));
    assert.equal(plainWithPositions(text).text, plainText(text), JSON.stringify(text));
    assert.equal(foldText(plainText(text)), foldText(text), JSON.stringify(text));
  }
});

test('letters that belong together across invisible characters are found as one', () => {
  const { text, originalOf } = foldWithPositions('x \u1100\u200b\u1161 y');
  assert.equal(text, 'x 가 y');
  assert.deepEqual(originalOf(2, 3), { start: 2, end: 5 });
});
