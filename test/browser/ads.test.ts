import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openAdFilter } from '../../src/browser/ads/ad-filter.ts';
import type { Camera } from '../../src/domain/capture.ts';
import { readAllow } from '../../src/guard/allow-list.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { openTestCamera, pixels, shot } from './cameras.ts';

const ownList = join(import.meta.dirname, '../corpus/ads/own-list.txt');

/** A band of 100 px. The colours of content are dark, those of advertisements light. */
const band = (attributes: string, colour: string, content = '') =>
  `<div ${attributes} style="height:100px;background:${colour}">${content}</div>`;
const page = (body: string) => `<!doctype html><meta charset="utf-8"><style>body{margin:0}</style>${body}`;
const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="${colour}"/></svg>`;

const AD = '#ffee00';
const CONTENT = ['#110000', '#002200', '#000033', '#440044', '#005555'] as const;

const bodies: Record<string, string> = {
  '/elements': page(
    `${band('class="promo-box"', AD)}${band('', CONTENT[0])}
    <section class="sponsor">${band('class="teaser"', AD)}</section>${band('class="teaser"', CONTENT[1])}
    <a href="https://clicks.example/1">${band('', AD)}</a><a href="https://example.org/">${band('', CONTENT[2])}</a>
    ${band('id="div-gpt-test-7"', AD)}${band('class="after-the-invalid"', AD)}${band('', CONTENT[3])}`,
  ),
  '/local': page(
    `${band('class="local-offer"', AD)}${band('class="elsewhere"', CONTENT[0])}
    <div class="tile"><b class="paid-label"></b>${band('', AD)}</div><div class="tile">${band('', CONTENT[1])}</div>`,
  ),
  '/innocent': page(
    ['ad-hoc-report', 'address', 'adjacent', 'header-advice', 'download', 'gradient ad-libitum']
      .map((name, n) => band(`class="${name}" id="${name.split(' ')[0]}-${n}"`, CONTENT[n % CONTENT.length] as string))
      .join(''),
  ),
  '/late': page(
    `${band('', CONTENT[0])}<script>setTimeout(() => {
      document.body.insertAdjacentHTML('afterbegin', '${band('class=promo-box', AD).replaceAll('"', '\\"')}');
    }, 400); fetch('/slow');</script>${band('', CONTENT[1])}`,
  ),
  '/frames': page(
    `<iframe src="http://third.example:PORT/in-frame" style="border:0;display:block;width:100%;height:200px"></iframe>
    <iframe src="http://network.example:PORT/in-frame" style="border:0;display:block;height:100px;background:${AD}"></iframe>
    ${band('', CONTENT[1])}`,
  ),
  '/in-frame': page(`${band('class="promo-box"', AD)}${band('', CONTENT[0])}`),
  '/requests': page(
    `<script src="http://network.example:PORT/script.js?network"></script>
    <script src="http://network.example:PORT/needed.js?needed"></script>
    <script src="http://partner.example:PORT/script.js?partner"></script>
    <script src="http://widgets.example:PORT/script.js?widget"></script>
    <script src="http://pictures.example:PORT/script.js?script"></script>
    <img src="http://pictures.example:PORT/box.svg?picture"><img src="/banners/top.svg?banner">
    <img src="/banners/history.png?history"><img src="/box-sponsored.svg?sponsored"><img src="/box.svg?content">
    <iframe src="http://partner.example:PORT/own-scripts" height="10"></iframe>`,
  ),
  '/own-scripts': page('<script src="/script.js?first-party"></script>'),
};

describe('advertisements', () => {
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, search } = new URL(url, 'http://pages.test');
    if (search) asked.push(search.slice(1));
    const { port } = server.address() as AddressInfo;
    if (pathname === '/slow') return void setTimeout(() => response.end(), 900);
    const body = bodies[pathname]?.replaceAll('PORT', String(port));
    const isImage = /\.(?:svg|png)$/.test(pathname);
    response.setHeader('content-type', body ? 'text/html' : isImage ? 'image/svg+xml' : 'text/javascript');
    response.end(body ?? (isImage ? svg(CONTENT[0]) : ''));
  });
  let camera: Camera;
  const at = (host: string, path: string) => `http://${host}:${(server.address() as AddressInfo).port}${path}`;

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Every name resolves to the server.
    const guard = makeGuard({ allow: readAllow('127.0.0.0/8'), resolve: async () => ['127.0.0.1'] });
    camera = await openTestCamera({ guard, blockLists: ['bundled', ownList] });
  });
  after(async () => {
    await camera.close();
    server.closeAllConnections();
    server.close();
  });

  /** The colours of the bands at the left side of the page, from top to bottom. */
  const bands = async (host: string, path: string, options: Record<string, unknown> = {}) => {
    const { picture, pageHeight } = await shot(camera, at(host, path), {
      blockAds: true,
      viewport: { width: 400, height: 300 },
      ...options,
    });
    const { at: colour } = await pixels(picture);
    const found = Array.from({ length: Math.floor(pageHeight / 50) }, (_, n) => colour(2, n * 50 + 25));
    return found.filter((one, n) => one !== found[n - 1] && one !== '#ffffff');
  };

  test('elements are hidden by their classes, ids and links, and what is beside them stays', async () => {
    assert.deepEqual(await bands('any.example', '/elements'), CONTENT.slice(0, 4));
    assert.ok((await bands('any.example', '/elements', { blockAds: false })).includes(AD));
  });

  test('an exception keeps an element on its site, and another everything on a site', async () => {
    assert.deepEqual(await bands('shop.example', '/elements'), [AD, ...CONTENT.slice(0, 4)]);
    assert.equal((await bands('plain.example', '/elements')).filter((one) => one === AD).length, 4);
  });

  test('rules of a site apply to it, and to no other', async () => {
    assert.deepEqual(await bands('www.news.example', '/local'), CONTENT.slice(0, 2));
    assert.deepEqual(await bands('any.example', '/local'), [AD, CONTENT[1]]);
  });

  test('innocent names that begin with "ad" stay', async () => {
    assert.deepEqual(await bands('any.example', '/innocent'), [...CONTENT, CONTENT[0]]);
  });

  test('an element that is added after the page has loaded is hidden', async () => {
    assert.deepEqual(await bands('any.example', '/late'), CONTENT.slice(0, 2));
  });

  test('elements in frames are hidden, and a blocked frame leaves no place', async () => {
    assert.deepEqual(await bands('any.example', '/frames'), CONTENT.slice(0, 2));
  });

  test('requests are blocked by address, kind, site and exception', async () => {
    const requested = async (host: string) => {
      asked.length = 0;
      await shot(camera, at(host, '/requests'), { blockAds: true });
      return asked.filter((query) => query !== '').sort();
    };
    const kept = ['content', 'history', 'needed', 'script'];
    assert.deepEqual(await requested('any.example'), [...kept, 'widget'].sort());
    assert.deepEqual(await requested('news.example'), kept);
  });

  test('a page of an advertising network is captured when it is what was asked for', async () => {
    assert.deepEqual(await bands('network.example', '/innocent'), [...CONTENT, CONTENT[0]]);
  });
});

describe('lists of an operator', () => {
  const isAd = { url: 'https://new.example/ad.js', documentUrl: 'https://any.example/', type: 'script' } as const;

  test('are used as soon as they change, and a damaged cache is replaced', async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), 'pagekeep-ads-'));
    const file = join(cacheDir, 'list.txt');
    await writeFile(file, '||other.example^\n');
    const warnings: string[] = [];
    const open = () => openAdFilter({ cacheDir, lists: [file], log: (_, text) => warnings.push(text) });
    const filter = await open();
    assert.equal((await filter()).isAd(isAd), false);
    await writeFile(file, '||other.example^\n||new.example^\n');
    assert.equal((await filter()).isAd(isAd), true);
    for (const name of await readdir(cacheDir))
      if (name.endsWith('.bin')) await writeFile(join(cacheDir, name), randomBytes(2_000));
    assert.equal((await (await open())()).isAd(isAd), true, 'a damaged cache is replaced');
    await rm(file);
    assert.equal((await filter()).isAd(isAd), true, 'the list of before counts while there is no other');
    const message = `The list ${file} of BLOCK_LISTS cannot be read.`;
    assert.deepEqual(warnings, [message]);
    await assert.rejects(open(), { message });
    await rm(cacheDir, { recursive: true });
  });
});
