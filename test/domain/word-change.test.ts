import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage, PassageKind } from '../../src/domain/page-text.ts';
import { compareTexts } from '../../src/domain/text-difference.ts';
import { changeOfWords } from '../../src/domain/word-change.ts';

const passage = (text: string, kind: PassageKind = 'paragraph'): Passage => ({ kind, text, lines: [] });
const texts = (...given: (string | Passage)[]) =>
  given.map((each) => (typeof each === 'string' ? passage(each) : each));
const told = (before: Passage[], after: Passage[]) => changeOfWords(before, after).sentence;

test('a price that changed is told with its name and its currency', () => {
  assert.equal(told(texts('€ 129.50'), texts('€ 124.50')), '€ 129.50 → € 124.50');
  assert.equal(told(texts('Price: €129.50'), texts('Price: €124.50')), 'Price: €129.50 → €124.50');
  assert.equal(told(texts('now 129,50 € only'), texts('now 124,50 € only')), 'now 129,50 € → 124,50 €');
  const cells = (value: string) => [passage('Price', 'cell'), passage(value, 'cell')];
  assert.equal(told(cells('€ 129.50'), cells('€ 124.50')), 'Price: € 129.50 → € 124.50');
});

test('passages that were added and removed are counted, with the first of them', () => {
  const sentence = told(texts('a b c'), texts('a b c', 'The second one', 'The third one'));
  assert.equal(sentence, '2 paragraphs added: The second one');
  assert.equal(told(texts('a', passage('An item', 'item')), texts('a')), '1 item removed: An item');
});

test('the words around a changed word say where it is', () => {
  const sentence = told(
    texts('The meeting of the council takes place on 3 May in the town hall.'),
    texts('The meeting of the council takes place on 4 May in the town hall.'),
  );
  assert.equal(sentence, '…takes place on 3 → 4');
  assert.equal(
    told(
      texts('They are made in Denmark of steel and glass, and last for decades.'),
      texts('They are made in Sweden of steel and glass, and last for a lifetime.'),
    ),
    '…are made in Denmark → Sweden',
  );
  assert.equal(told(texts('Open'), texts('Closed')), 'Open → Closed');
});

test('equal words have an empty sentence, also where they moved or only their lines differ', () => {
  const same = { added: 0, removed: 0, altered: 0, sentence: '' };
  assert.deepEqual(changeOfWords(texts('a', 'b'), texts('a', 'b')), same);
  assert.deepEqual(changeOfWords(texts('a', 'b', 'c'), texts('c', 'a', 'b')), same);
  assert.deepEqual(changeOfWords(texts('a b'), texts('a\nb')), same);
  assert.deepEqual(changeOfWords([], []), same);
});

test('an altered passage is divided into its words', () => {
  const [change] = compareTexts(texts('one two three four'), texts('one 2 new three four'));
  assert.equal(change?.kind, 'altered');
  assert.deepEqual(change?.kind === 'altered' && change.parts, [
    { kind: 'same', text: 'one ' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: '2 new' },
    { kind: 'same', text: ' three four' },
  ]);
  const [chinese] = compareTexts(texts('价格是一百元'), texts('价格是二百元'));
  assert.deepEqual(chinese?.kind === 'altered' && chinese.parts.map(({ text }) => text), [
    '价格是',
    '一',
    '二',
    '百元',
  ]);
});

test('the parts of an altered passage give both texts again, for random texts', () => {
  const words = ['price', 'is', '12.50', '€', 'now', ',', 'the', 'house', '价', '格'];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const text = () => Array.from({ length: 1 + random(8) }, () => words[random(words.length)]).join(' ');
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [0, 1].map(() => Array.from({ length: random(6) }, () => passage(text())));
    const changes = compareTexts(before ?? [], after ?? []);
    const now = changes.flatMap((change) =>
      change.kind === 'altered' ? [change.after.text] : change.kind === 'removed' ? [] : [change.passage.text],
    );
    assert.deepEqual(
      now,
      after?.map((each) => each.text),
    );
    for (const change of changes) {
      if (change.kind !== 'altered') continue;
      const side = (kind: string) =>
        change.parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('');
      assert.deepEqual([side('added'), side('removed')], [change.before.text, change.after.text]);
    }
  }
});

test('the sentence is bounded, also for thousands of changes of long passages', () => {
  const many = (word: string) => Array.from({ length: 5_000 }, (_, n) => passage(`${n} ${word.repeat(50)}`));
  assert.ok(told(many('x '), many('y ')).length < 300);
  assert.ok(told([], many('y')).length < 300);
});

test('texts of more than 500,000 characters that differ wholly are removed and added, without pairs', () => {
  const page = (word: string) => texts(...Array.from({ length: 5000 }, (_, n) => `${word} ${n} `.padEnd(60, 'x y ')));
  const kinds = new Set(compareTexts(page('before'), page('after')).map(({ kind }) => kind));
  assert.deepEqual(kinds, new Set(['removed', 'added']));
});

test('long lists of repeated entries are aligned in order', () => {
  // Looking at all earlier places of an entry for each one would take minutes.
  const list = (length: number, every: number) =>
    Array.from({ length }, (_, n) => passage(n % every === 0 ? 'one' : 'two'));
  const changes = compareTexts(list(200_000, 2), list(200_000, 3));
  assert.equal(
    changes.filter(({ kind }) => kind === 'removed').length,
    changes.filter(({ kind }) => kind === 'added').length,
  );
  assert.ok(changes.filter(({ kind }) => kind === 'same').length > 100_000);
});
