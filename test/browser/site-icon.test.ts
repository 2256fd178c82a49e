import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { rankIcons } from '../../src/browser/page/site-icon.ts';
import type { Camera, Shot } from '../../src/domain/capture.ts';
import { readCaptureOptions } from '../../src/domain/capture-options.ts';
import { type Behaviour, type CorpusServer, html, serveCorpus, typed } from '../corpus/server.ts';
import { sharedCamera } from '../harness/shared-camera.ts';

const page = (head: string, headers: Record<string, string> = {}) =>
  html(`<!doctype html><title>x</title>${head}<p>text</p>`, headers);

const solid = (colour: string, side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** An ICO file with one image. */
function ico(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([side, side], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8">${body}</svg>`;
const blue = '<rect width="8" height="8" fill="#0000ff"/>';

describe('a capture reads the icon of the site', { concurrency: 2 }, () => {
  let camera: Camera;
  let server: CorpusServer;
  before(async () => {
    const red = await solid('#ff0000', 64);
    const behaviours: Record<string, Behaviour> = {
      '/png': page('<link rel="icon" href="/red.png">', {
        'content-security-policy': "default-src 'none'; img-src 'self'",
      }),
      '/shown': page('<link rel="icon" href="/red.png"><img src="/red.png">'),
      '/moved': page('<link rel="icon" href="/old.png">'),
      '/old.png': (_request, response) => response.writeHead(302, { location: '/red.png' }).end(),
      '/elsewhere': (request, response, url) =>
        page(`<link rel="icon" href="http://localhost:${request.socket.localPort}/red.png">`)(request, response, url),
      '/red.png': typed('image/png', red),
      '/ico': page(''),
      '/favicon.ico': typed('image/vnd.microsoft.icon', ico(await solid('#00ff00', 16), 16)),
      '/svg': page('<link rel="shortcut icon" href="blue">'),
      '/blue': typed('text/plain', svg(blue)),
      '/embedded': page(`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(svg(blue))}">`),
      '/hostile': page('<link rel="icon" href="/hostile.svg">'),
      '/hostile.svg': typed(
        'image/svg+xml',
        svg(`${blue}<script>fetch('/told')</script><image href="/told" width="8" height="8"/>
          <foreignObject width="8" height="8"><img xmlns="http://www.w3.org/1999/xhtml" src="/told" onerror="fetch('/told')"/></foreignObject>`),
      ),
      '/endless': page('<link rel="icon" href="/endless.png">'),
      '/endless.png': (_request, response) => {
        response.writeHead(200, { 'content-type': 'image/png' });
        response.write(red);
        const more = setInterval(() => response.write(randomBytes(50_000)), 5);
        response.on('close', () => clearInterval(more));
      },
      '/private': page('<link rel="icon" href="http://10.0.0.1/icon.png">'),
      '/changed-builtins': page(`<link rel="icon" href="/red.png"><script>
        HTMLCanvasElement.prototype.toDataURL = () => 'data:text/html,x'; Image = null</script>`),
    };
    server = await serveCorpus(behaviours);
    camera = await sharedCamera();
  });
  after(() => server.close());

  async function capture(url: string, icon: boolean): Promise<Shot> {
    const watch = { signal: new AbortController().signal, icon };
    const outcome = await camera.capture(url, readCaptureOptions({}), watch);
    assert.equal(outcome.kind, 'shot');
    return outcome as Shot;
  }

  /** The size of the icon and the colour in its middle. */
  async function seen(path: string): Promise<string> {
    const { icon } = await capture(server.origin + path, true);
    assert.ok(icon, `${path} has an icon`);
    const { data, info } = await sharp(icon).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
    return `${info.width}×${info.height} ${data.subarray(middle, middle + 4).toString('hex')}`;
  }

  test('a large PNG is reduced, also where the page forbids data: URLs', async () => {
    assert.equal(await seen('/png'), '48×48 ff0000ff');
  });

  test('a page without a link has the /favicon.ico of its site, which is not enlarged', async () => {
    assert.equal(await seen('/ico'), '16×16 00ff00ff');
  });

  test('an SVG is drawn, whatever its content type', async () => {
    assert.equal(await seen('/svg'), '48×48 0000ffff');
  });

  test('an icon can be part of the page', async () => {
    assert.equal(await seen('/embedded'), '48×48 0000ffff');
  });

  test('an SVG runs no scripts and loads nothing', async () => {
    assert.equal(await seen('/hostile'), '48×48 0000ffff');
    assert.ok(!server.requests.some(({ url }) => url === '/told'));
  });

  test('an icon can be an image of the page, redirected, or on another site', async () => {
    assert.equal(await seen('/shown'), '48×48 ff0000ff');
    assert.equal(await seen('/moved'), '48×48 ff0000ff');
    assert.equal(await seen('/elsewhere'), '48×48 ff0000ff');
  });

  test('a page cannot change what is drawn', async () => {
    assert.equal(await seen('/changed-builtins'), '48×48 ff0000ff');
  });

  test('an icon that is too large or at a private address is replaced by /favicon.ico', async () => {
    assert.equal(await seen('/endless'), '16×16 00ff00ff');
    assert.equal(await seen('/private'), '16×16 00ff00ff');
  });

  test('a site without an icon has none', async () => {
    const bare = await serveCorpus({ '/': page('') });
    try {
      assert.equal((await capture(`${bare.origin}/`, true)).icon, null);
    } finally {
      await bare.close();
    }
  });

  test('no icon is loaded unless it is asked for, and the picture is the same', async () => {
    const [without, asked] = [
      await capture(`${server.origin}/shown`, false),
      await capture(`${server.origin}/shown`, true),
    ];
    assert.equal(without.icon, undefined);
    assert.equal(without.picture.sha256, asked.picture.sha256);
  });
});

test('the best icon is a vector image, then the smallest that is large enough', () => {
  const link = (url: string, sizes = '', type = '') => ({ url: `https://example.org/${url}`, sizes, type });
  const ranked = rankIcons([
    link('small.png', '16x16'),
    link('unknown.ico'),
    link('large.png', '192x192'),
    link('several.ico', '16x16 64x64'),
    link('vector.svg?v=2', 'any'),
  ]);
  assert.deepEqual(
    ranked.map(({ url }) => url.slice('https://example.org/'.length)),
    ['vector.svg?v=2', 'several.ico', 'large.png', 'unknown.ico', 'small.png'],
  );
});
