import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Camera } from '../../src/domain/capture.ts';
import type { PageText, Passage } from '../../src/domain/page-text.ts';
import { type CorpusServer, serveCorpus } from '../corpus/server.ts';
import { SHOWN, words } from '../corpus/words.ts';
import { sharedCamera } from '../harness/shared-camera.ts';
import { shot } from './cameras.ts';

describe('the words of a capture', { concurrency: 2 }, () => {
  let camera: Camera;
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(words);
    camera = await sharedCamera();
  });
  after(() => server.close());

  async function taken(path: string, options: Record<string, unknown> = {}): Promise<PageText> {
    const { text } = await shot(camera, server.origin + path, options);
    assert.ok(text);
    return text;
  }

  const texts = ({ passages }: PageText) => passages.map(({ text }) => text);
  const lines = ({ text, lines }: Passage) =>
    lines.map(({ box: { x, y, width, height }, start, end }) => [text.slice(start, end), x, y, width, height]);

  test('are those that a visitor sees', async () => {
    assert.deepEqual(texts(await taken('/shown')), SHOWN);
  });

  test('are not those that the page hides', async () => {
    assert.deepEqual(texts(await taken('/hidden')), ['first', 'last']);
  });

  test('have the kind of their passage, and a box for each line', async () => {
    const { passages, ...about } = await taken('/places');
    const found = passages.map((passage) => [passage.kind, ...lines(passage)]);
    assert.deepEqual(found, [
      ['heading', ['Head', 0, 0, 96, 42]],
      [
        'paragraph',
        ['four words of text which go on over a second line', 0, 38, 588, 23],
        ['of the page', 0, 58, 132, 23],
      ],
      ['item', ['one', 40, 78, 36, 23]],
      ['item', ['two', 40, 98, 36, 23]],
      ['cell', ['a', 0, 118, 12, 23]],
      ['cell', ['b', 100, 118, 12, 23]],
      ['paragraph', ['outside', 1300, 0, 84, 21]],
      ['paragraph', ['element', 100, 138, 84, 23]],
    ]);
    assert.deepEqual(about, {
      cut: false,
      title: 'Words',
      description: 'A page of words',
      language: 'en',
      canonicalUrl: `${server.origin}/the-page#here`,
      firstHeading: 'Head',
      imageTexts: [],
    });
  });

  test('are those of the element, if only an element is captured', async () => {
    const { passages } = await taken('/places', { element: '#element' });
    assert.deepEqual(passages.map(lines), [[['element', 0, 0, 84, 20]]]);
  });

  test('are those of the viewport, if only the viewport is captured, in the pixels of the picture', async () => {
    const { passages } = await taken('/long', { viewport: '600x240@2', fullPage: false });
    assert.deepEqual(passages.map(lines), [[['first', 0, 0, 121, 42]]]);
  });

  test('keep the texts of images apart', async () => {
    const { passages, imageTexts, firstHeading } = await taken('/alternatives');
    assert.deepEqual([passages.map(({ text }) => text), imageTexts, firstHeading], [['Second'], ['A river'], 'Second']);
  });

  test('are where they are on a page from right to left', async () => {
    const { passages } = await taken('/rtl');
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['السعر ١٢٩', 'left'],
    );
    const [first, second] = passages.map((passage) => passage.lines[0]?.box);
    assert.equal((first?.x ?? 0) + (first?.width ?? 0), 1500);
    assert.equal(second?.x, 0);
  });

  test('include those of frames of other sites, also below the first screen', async () => {
    const { passages } = await taken('/frame-below');
    assert.deepEqual(passages.map(lines), [[['first', 15, 5, 60, 21]], [['second', 10, 2110, 72, 21]]]);
  });

  test('include those of plain text, by paragraphs', async () => {
    assert.deepEqual(texts(await taken('/notes.txt')), ['first line\nsecond line', 'next']);
  });

  test('include those of a PDF', async () => {
    const { passages, title } = await taken('/paper.pdf');
    assert.equal(title, 'A paper');
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['The first paragraph.', 'Another one.', 'Second page'],
    );
    assert.equal(passages[0]?.lines.length, 2);
    const [one, two] = [passages[0]?.lines[0]?.box, passages[2]?.lines[0]?.box];
    assert.deepEqual([one?.x, two && two.y > (one?.y ?? 0) + 300], [240 + 66, true]);
  });

  test('are at most 2 MiB in passages of at most 4,000 characters', async () => {
    const { passages, cut } = await taken('/huge');
    assert.equal(cut, true);
    const sizes = passages.map(({ text }) => Buffer.byteLength(text));
    const all = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(all <= 2 * 1024 * 1024 && all > 2 * 1024 * 1024 - 1000, `${all}`);
    assert.ok(Math.max(...sizes) <= 4000);
    assert.ok(passages.every(({ text, lines }) => lines.at(-1)?.end === text.length && lines[0]?.start === 0));
  });
});
