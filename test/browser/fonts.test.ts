import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Camera } from '../../src/domain/capture.ts';
import { type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { sharedCamera } from '../harness/shared-camera.ts';
import { type Pixels, pixels, shot } from './cameras.ts';

/** Each sample is a line of 100 px. */
const samples = [
  'Hamburg',
  'Ωмега',
  'ابجد',
  'हिन्दी',
  'বাংলা',
  'தமிழ்',
  'ไทย',
  '漢字',
  'ひらがな',
  '한국어',
  'שלום',
  '😀🎉',
  'Հայերեն',
  'አማርኛ',
  'ქართული',
  'ગુજરાતી',
  'ਪੰਜਾਬੀ',
  'ಕನ್ನಡ',
  'ខ្មែរ',
  'ລາວ',
  'മലയാളം',
  'မြန်မာ',
  'ଓଡ଼ିଆ',
  'සිංහල',
  'తెలుగు',
  'ދިވެހި',
  'བོད་ཡིག',
  'ᏣᎳᎩ',
  'ᐃᓄᒃᑎᑐᑦ',
  'ܣܘܪܝܝܐ',
  'ꦗꦮ',
  'ᠮᠣᠩᠭᠣᠯ',
  'ⵜⵉⴼⵉⵏⴰⵖ',
  'ߒߞߏ',
];
const none = '\u{10fffe}\u{10fffd}';

const lines = [none, ...samples]
  .map((text) => `<div style="height:100px;font:60px/100px sans-serif;overflow:hidden">${text}</div>`)
  .join('');

function ink({ at }: Pixels, line: number): { drawn: number; coloured: number; print: string } {
  let [drawn, coloured] = [0, 0];
  let print = '';
  for (let y = line * 100; y < line * 100 + 100; y += 2)
    for (let x = 0; x < 400; x += 2) {
      const colour = at(x, y);
      const grey = colour.slice(1, 3) === colour.slice(3, 5) && colour.slice(3, 5) === colour.slice(5, 7);
      if (colour !== '#ffffff') drawn++;
      if (!grey) coloured++;
      print += colour === '#ffffff' ? '.' : 'x';
    }
  return { drawn, coloured, print };
}

describe('the fonts of the npm packages', () => {
  let camera: Camera;
  let server: CorpusServer;
  let seen: Pixels;
  before(async () => {
    server = await serveCorpus({
      '/without-fonts': html(`<!doctype html><meta charset="utf-8"><p>Signs: \u{10600}\u{10601}</p>
        <p><template shadowrootmode="open">Letters: \u{10330}\u{10331}</template></p><iframe srcdoc="\u{16a0}\u{16a1}"></iframe>`),
      '/scripts': html(`<!doctype html><meta charset="utf-8"><body style="margin:0">${lines}`),
    });
    camera = await sharedCamera();
    seen = await pixels((await shot(camera, `${server.origin}/scripts`)).picture);
  });
  after(() => server.close());

  test('the picture of a page in scripts without a font, also in frames, has a warning that names the scripts', async () => {
    const { warnings } = await shot(camera, `${server.origin}/without-fonts`);
    assert.deepEqual(warnings, [
      { kind: 'font-missing', detail: 'No font can draw Linear A, Gothic, Runic: its characters are boxes.' },
    ]);
    assert.deepEqual((await shot(camera, `${server.origin}/scripts`)).warnings, []);
  });

  test('have every script that is checked at the start', () => {
    assert.deepEqual(camera.status().undrawableScripts, []);
  });

  for (const [index, text] of samples.entries())
    test(`draw ${text}`, () => {
      const { drawn, coloured, print } = ink(seen, index + 1);
      assert.ok(drawn > 100, `${drawn} of its pixels are drawn`);
      assert.notEqual(print, ink(seen, 0).print, 'it looks like missing characters');
      assert.equal(coloured > 100, text.includes('😀'), 'emoji have colours, and nothing else has');
    });
});
