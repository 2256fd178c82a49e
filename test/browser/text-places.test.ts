import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import type { Camera, EncodedImage } from '../../src/domain/capture.ts';
import type { Box } from '../../src/domain/findings.ts';
import { type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { sharedCamera } from '../harness/shared-camera.ts';
import { shot } from './cameras.ts';

const FONT = `<meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <style>* { margin: 0; padding: 0; font: 20px/24px 'Liberation Mono', monospace; -webkit-font-smoothing: none } body { width: 600px }</style>`;
const page = (body: string) => html(`<!doctype html><html lang="en">${FONT}<title>Places</title><body>${body}`);

/** Each text has a colour of its own, by which the picture tells where it is. */
const COLOURS = { red: '#ff0000', green: '#00c000', blue: '#0000ff' } as const;
type Colour = keyof typeof COLOURS;
const text = (colour: Colour, words: string, style = '') => `<p style="color:${COLOURS[colour]};${style}">${words}</p>`;
const frame = (path: string, style: string) => `<iframe data-path="${path}" style="display:block;${style}"></iframe>`;
/** Another site, so in a process of its own. */
const ELSEWHERE = `<script>for (const frame of document.querySelectorAll('[data-path]'))
  frame.src = 'http://' + (location.hostname === 'localhost' ? '127.0.0.1' : 'localhost') + ':' + location.port + frame.dataset.path</script>`;

const PAGES = {
  '/frameset': html(`<!doctype html><html><title>Frames</title><frameset cols="200,*"><frame src="/left">
    <frameset rows="60,*"><frame src="/right"><frame src="/below"></frameset></frameset>`),
  '/left': page(text('red', 'menu', 'margin-top:300px')),
  '/right': page(text('green', 'head')),
  '/below': page(text('blue', 'body', 'margin:40px 0 0 30px')),
  '/tall': page(
    `<div style="position:relative;height:12000px">${text('red', 'above')}
    ${text('green', 'on the edge of a strip', 'position:absolute;top:6238px;left:50px')}
    ${text('blue', 'at the end', 'position:absolute;top:11970px;left:9px')}</div>`,
  ),
  '/nested': page(`${text('red', 'outside')}<div style="height:1500px"></div>
    ${frame('/middle', 'border:7px solid #ddd;width:400px;height:200px;margin-left:20px;transform:scale(.5);transform-origin:0 0')}${ELSEWHERE}`),
  '/middle': page(`<div style="height:50px"></div>${text('green', 'in a frame', 'margin-left:12px')}
    ${frame('/inner', 'border:3px solid #ddd;width:300px;height:60px')}${ELSEWHERE}`),
  '/inner': page(text('blue', 'within it', 'margin-left:40px')),
  '/element':
    page(`${text('red', 'outside')}<div style="height:900px"></div><div id="card" style="margin-left:77px;width:300px;padding:13px">
    ${text('green', 'card')}<div style="transform:translate(31px,9px) rotate(90deg);width:100px;height:100px">${text('blue', 'turned')}</div></div>`),
  '/rtl': html(`<!doctype html><html lang="he" dir="rtl">${FONT}<title>Right</title><body style="width:auto">
    ${text('red', 'שלום עולם')}${text('green', 'العربية ١٢٣', 'margin-right:55px')}${text('blue', 'left', 'direction:ltr;width:500px')}`),
};

/** Where the texts of each colour are in the picture. */
async function placesIn({ bytes }: EncodedImage): Promise<Map<string, Box>> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const ends = new Map<string, { left: number; top: number; right: number; bottom: number }>();
  for (let at = 0; at < data.length; at += info.channels) {
    const colour = colourOf(data, at);
    if (colour === undefined) continue;
    const [x, y] = [(at / info.channels) % info.width, Math.floor(at / info.channels / info.width)];
    const known = ends.get(colour) ?? { left: x, top: y, right: x, bottom: y };
    known.left = Math.min(known.left, x);
    known.right = Math.max(known.right, x + 1);
    known.bottom = y + 1;
    ends.set(colour, known);
  }
  const box = ({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }) => ({
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
  });
  return new Map([...ends].map(([colour, each]) => [colour, box(each)]));
}

/** Letters that were scaled are paler at their edges. */
function colourOf(data: Buffer, at: number): Colour | undefined {
  const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
  if (red > 200 && green > 200 && blue > 200) return undefined;
  if (red - green > 100 && red - blue > 100) return 'red';
  if (green - red > 100 && green - blue > 100) return 'green';
  return blue - red > 100 && blue - green > 100 ? 'blue' : undefined;
}

describe('the box of a line is where the text is in the picture', { concurrency: 2 }, () => {
  let camera: Camera;
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(PAGES);
    camera = (await sharedCamera()).withSettings({ limits: { maxStripPixels: 320 * 6250 } });
  });
  after(() => server.close());

  const cases: readonly (readonly [
    path: string,
    options: Record<string, unknown>,
    shown: Partial<Record<Colour, string>>,
  ])[] = [
    ['/frameset', { viewport: '800x600' }, { red: 'menu', green: 'head', blue: 'body' }],
    ['/tall', { viewport: '320x600' }, { red: 'above', green: 'on the edge of a strip', blue: 'at the end' }],
    ['/nested', { viewport: '640x480@1.5' }, { red: 'outside', green: 'in a frame', blue: 'within it' }],
    ['/element', { viewport: '640x480@2', element: '#card' }, { green: 'card', blue: 'turned' }],
    ['/rtl', { viewport: '700x300@2' }, { red: 'שלום עולם', green: 'العربية ١٢٣', blue: 'left' }],
  ];
  for (const [path, options, shown] of cases) {
    test(`${path} ${Object.values(options).join(' ')}`, async () => {
      const { picture, text } = await shot(camera, server.origin + path, options);
      const places = await placesIn(picture);
      assert.deepEqual(text?.passages.map((passage) => passage.text).sort(), Object.values(shown).sort());
      for (const [colour, words] of Object.entries(shown)) {
        const box: Box | undefined = text?.passages.find((passage) => passage.text === words)?.lines[0]?.box;
        const place: Box | undefined = places.get(colour);
        assert.ok(box && place, `${words}: ${JSON.stringify({ box, place })}`);
        // The box of a line has its height, and space beside its letters.
        const slack = 8;
        const outside: Record<string, number> = {
          left: box.x - place.x,
          top: box.y - place.y,
          right: place.x + place.width - (box.x + box.width),
          bottom: place.y + place.height - (box.y + box.height),
        };
        for (const [side, by] of Object.entries(outside))
          assert.ok(by <= 1 && by >= -2 * slack, `${words}, ${side}: ${JSON.stringify({ box, place })}`);
      }
    });
  }
});
