import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { OpenedCamera } from '../../src/browser/camera.ts';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { defaultLimits, limitsUnderLoad } from '../../src/browser/page/limits.ts';
import type { Camera } from '../../src/domain/capture.ts';
import { readAllow } from '../../src/guard/allow-list.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { type Behaviour, type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { cacheDir } from '../harness/chromium.ts';
import { httpProxy, socksProxy } from '../harness/upstream-proxies.ts';
import { failure, openTestCamera, pixels, shot } from './cameras.ts';

const page = (body: string) => html(`<!doctype html><meta charset="utf-8"><body style="margin:0">${body}`);

/** A page that is lime if the expression is true in it, otherwise red. Its title is the value. */
const asks = (expression: string) =>
  page(`<div style="height:300px;background:red">x</div><script>
    Promise.resolve(${expression}).then((value) => { document.title = String(value);
      document.querySelector('div').style.background = value ? 'lime' : 'red' })</script>`);

const font = readFileSync(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')),
);

const box = '<div id="box" style="height:300px;background:red">x</div>';

const waitsForFont = (path: string) =>
  `${box}<script>setTimeout(async () => {
    await new FontFace('Late', 'url(${path})').load(); box.style.background = 'lime' }, 50)</script>`;

/** The banner of a common consent tool. */
const banner = `<div style="height:800px;background:lime">page</div>
  <div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="position:fixed;inset:0;background:red">
  <p>We use cookies</p><button id="onetrust-reject-all-handler">Reject all</button>
  <button id="onetrust-accept-btn-handler">Accept</button></div></div>
  <script>window.OneTrust = {}; document.querySelector('#onetrust-reject-all-handler').onclick = () => {
    document.querySelector('#onetrust-consent-sdk').remove() }</script>`;

/** The same banner, without a reaction to clicks. */
const deafBanner = banner.replace(/\.onclick = .*/, '.onclick = () => {\n').replace(/document.*remove\(\) }/, '}');

/** A page whose banner is a frame of another site, as with Sourcepoint. The page removes it after a message. */
const framed = (message: string) =>
  page(`<div style="height:800px;background:lime">page about cookies</div><script>
    const frame = document.createElement('iframe');
    frame.src = 'http://localhost:' + location.port + '/index.html?message_id=1&${message}';
    frame.style = 'position:fixed;inset:0;width:100%;height:100%;border:0';
    onmessage = ({ data }) => { if (data === 'reject') frame.remove() };
    document.body.append(frame)</script>`);

const framedBanner = page(`<div style="height:800px;background:red">We use cookies
  <button class="sp_choice_type_11">Accept</button><button class="sp_choice_type_13">Reject</button></div>
  <script>document.querySelector('.sp_choice_type_13').onclick = () =>
    parent.postMessage(new URLSearchParams(location.search).has('deaf') ? 'deaf' : 'reject', '*')</script>`);

const behaviours: Record<string, Behaviour> = {
  '/dark': asks(`matchMedia('(prefers-color-scheme: dark)').matches`),
  '/still': asks(`matchMedia('(prefers-reduced-motion: reduce)').matches`),
  '/locale': asks('navigator.language + " " + new Intl.NumberFormat().format(1234.5)'),
  '/time-zone': asks('Intl.DateTimeFormat().resolvedOptions().timeZone'),
  '/agent': asks('navigator.userAgent + JSON.stringify(navigator.userAgentData ?? "")'),
  '/place': asks(
    `new Promise((resolve) => navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([coords.latitude, coords.longitude, coords.accuracy].join()), () => resolve(false)))`,
  ),
  '/touch': asks('navigator.maxTouchPoints > 0 && matchMedia("(pointer: coarse)").matches'),
  '/size': asks('[innerWidth, innerHeight, devicePixelRatio].join()'),
  '/box': page(box),
  '/gone': page('<h1>Page not found</h1><p>There is nothing here.</p>'),
  '/private': (_request, response) => response.writeHead(302, { location: '/login?next=/private' }).end(),
  '/login': page('<h1>Log in</h1><form><input name="user"><input type="password"></form>'),
  '/late-box': page(
    `<p>waiting</p><script>setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '${box}'), 1500)</script>`,
  ),
  '/parts':
    page(`<div style="height:3000px">text</div><div id="late" style="margin-left:100px;width:300.5px;height:0"></div>
    <div id="empty"></div><p id="hidden" hidden>text</p><script>new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) late.style.cssText += 'height:200px;background:linear-gradient(90deg,blue 50%,lime 50%)'
    }).observe(empty)</script>`),
  '/slow-font': page(waitsForFont('/slow.ttf')),
  '/slow.ttf': (_request, response) => void setTimeout(() => response.end(font), 3_000),
  '/missing-font': page(waitsForFont('/never')),
  '/never': () => undefined,
  '/turns-late': page(`${box}<script>setTimeout(() => { box.style.background = 'blue' }, 1800)</script>`),
  '/phone': page(
    '<meta name="viewport" content="width=device-width"><div style="height:2000px;background:red">x</div>',
  ),
  '/not-for-phones': page('<div style="width:980px;height:1000px;background:red">x</div>'),
  '/secrets': page(
    `<img src="/colour.svg?own" alt=""><script>new Image().src = 'http://localhost:' + location.port + '/colour.svg?other';
    fetch('/away').catch(() => 0)</script>text`,
  ),
  '/embeds': page(
    `<script>new Image().src = 'http://localhost:' + location.port + '/colour.svg?embedded'</script>text`,
  ),
  '/away': (request, response) => {
    const { port } = new URL(`http://${request.headers.host}`);
    response.writeHead(302, {
      location: `http://localhost:${port}/colour.svg?away`,
      'access-control-allow-origin': '*',
    });
    response.end();
  },
  '/banner': page(banner),
  '/deaf-banner': page(deafBanner),
  '/framed-banner': framed(''),
  '/deaf-framed-banner': framed('deaf'),
  '/index.html': framedBanner,
  '/unfinished-images': page(`<div style="height:2000px">text</div><img loading="lazy" src="/never?n=1" alt="">
    <img src="/never?n=2" alt=""><div style="height:9px;background:url('/never?n=3')"></div>
    <img loading="lazy" src="/colour.svg?n=4" alt="" style="position:absolute;top:9999px;display:none">
    <script>new Image().src = '/never?n=5'</script>`),
  '/adds-without-end': page(`<style>p{height:60px;margin:0;background:lime;opacity:0}.seen{opacity:1}</style><script>
    let n = 0;
    const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) target.className = 'seen';
    });
    const add = () => {
      const item = document.body.appendChild(document.createElement('p'));
      item.textContent = ++n;
      seen.observe(item);
    };
    addEventListener('load', () => setInterval(add, 60))</script>`),
  '/fades-in-without-end':
    page(`<style>p{height:60px;margin:0;background:lime;opacity:0;transition:opacity .2s}.on{opacity:1}</style>
    <h1>News</h1><div style="height:1500px"></div><main></main><script>
    let n = 0;
    const list = document.querySelector('main');
    setInterval(() => {
      const item = document.createElement('p');
      item.textContent = 'Event ' + ++n;
      list.prepend(item);
      setTimeout(() => item.className = 'on', 50);
      if (list.children.length > 8) list.lastChild.remove();
    }, 90)</script>`),
  '/stops-at-lazy-images': page(
    `<h1>Pictures</h1><div style="height:9000px"></div><img loading="lazy" src="/late.svg" width="90" height="90">
    <script>addEventListener('scroll', () => { for (;;); })</script>`,
  ),
  '/endless-feed': page(`<main></main><p>Loading…</p><script>
    const add = () => document.querySelector('main').insertAdjacentHTML('beforeend', '<div style="height:900px">text</div>');
    add(); new IntersectionObserver(([{ isIntersecting, target }], observer) => { if (isIntersecting) setTimeout(() => {
      add(); observer.unobserve(target); observer.observe(target) }, 100) }).observe(document.querySelector('p'))</script>`),
  '/loads-forever': page('<p>Loading …</p><script>document.title = 1</script>'),
  '/leaves-at-once': html(`<!doctype html><script>location.replace('/slow-box')</script>`),
  '/slow-box': (request, response, url) => void setTimeout(() => page('text')(request, response, url), 5_000),
  '/ads': page(`text<img src="/colour.svg?content" alt=""><script>
    new Image().src = 'http://ad.doubleclick.net:' + location.port + '/colour.svg?ad'</script>`),
};

describe('a page can be captured', { concurrency: 2 }, () => {
  let camera: OpenedCamera;
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(behaviours);
    camera = await openTestCamera();
  });
  after(async () => {
    await camera.close();
    await server.close();
  });

  async function title(path: string, options: Record<string, unknown>): Promise<string> {
    return (await shot(camera, server.origin + path, options)).title;
  }

  async function colour(path: string, options: Record<string, unknown>): Promise<string> {
    return (await pixels((await shot(camera, server.origin + path, options)).picture)).at(100, 150);
  }

  test('in dark mode, and in light mode by default', async () => {
    assert.equal(await title('/dark', { darkMode: true }), 'true');
    assert.equal(await title('/dark', {}), 'false');
  });

  test('as to a visitor who did not ask for less motion', async () => {
    assert.equal(await title('/still', {}), 'false');
  });

  test('in a locale, which the server and scripts see', async () => {
    assert.equal(await title('/locale', { locale: 'de-DE' }), 'de-DE 1.234,5');
    const asked = server.requests.findLast(({ url }) => url === '/locale');
    assert.match(asked?.headers['accept-language'] ?? '', /^de-DE/);
  });

  test('in a time zone', async () => {
    assert.equal(await title('/time-zone', { timeZone: 'Asia/Tokyo' }), 'Asia/Tokyo');
  });

  test('as an ordinary Chrome of its version', async () => {
    const agent = await title('/agent', {});
    assert.match(agent, /Chrome\/\d+/);
    assert.doesNotMatch(agent, /Headless/);
    assert.doesNotMatch(agent, /Mobile/);
  });

  test('as on a phone', async () => {
    assert.match(await title('/agent', { viewport: 'phone' }), /Android.*Mobile Safari/);
    assert.equal(await title('/touch', { viewport: 'phone' }), 'true');
    const { picture } = await shot(camera, `${server.origin}/phone`, { viewport: 'phone' });
    assert.deepEqual([picture.width, picture.height], [1170, 6000]);
  });

  test('as on a phone, without a viewport tag', async () => {
    const { picture } = await shot(camera, `${server.origin}/not-for-phones`, { viewport: 'phone-small' });
    assert.equal(picture.width, 720);
    const { at } = await pixels(picture);
    assert.deepEqual([at(10, 10), at(700, 700)], ['#ff0000', '#ff0000']);
  });

  test('in a viewport of any size and scale', async () => {
    assert.equal(await title('/size', { viewport: '640x480@2' }), '640,480,2');
    const { picture, viewport } = await shot(camera, `${server.origin}/box`, { viewport: '640x480@2' });
    assert.deepEqual([picture.width, picture.height], [1280, 960]);
    assert.deepEqual(viewport, { width: 640, height: 480, scale: 2, mobile: false });
  });

  test('when a selector has appeared', async () => {
    assert.equal(await colour('/late-box', { waitForSelector: '#box' }), '#ff0000');
  });

  test('with a warning for a selector that does not appear or is invalid', async () => {
    const quick = camera.withSettings({ limits: { selector: 200 } });
    for (const [waitForSelector, kind] of [
      ['#missing', 'selector-missing'],
      ['###', 'selector-invalid'],
    ] as const)
      assert.deepEqual(
        (await shot(quick, `${server.origin}/box`, { waitForSelector })).warnings.map((warning) => warning.kind),
        [kind],
      );
  });

  test('after a font that a script loads, or with a warning', async () => {
    // These limits end before the font is there.
    const limits = { load: 500, quiet: 500, ready: 100 };
    const patient = camera.withSettings({ limits });
    const quick = camera.withSettings({ limits: { ...limits, images: 100 } });
    const [complete, { warnings }] = await Promise.all([
      shot(patient, `${server.origin}/slow-font`),
      shot(quick, `${server.origin}/missing-font`),
    ]);
    const late = { kind: 'load-unfinished', detail: 'A font of the page was still loading.' };
    assert.equal((await pixels(complete.picture)).at(600, 250), '#00ff00');
    assert.ok(!complete.warnings.some(({ detail }) => detail === late.detail));
    assert.deepEqual(warnings.at(-1), late);
  });

  test('with a warning for images that are still loading, in the page and in its style', async () => {
    const quick = camera.withSettings({ limits: { load: 500, images: 100, ready: 100 } });
    const { warnings } = await shot(quick, `${server.origin}/unfinished-images`);
    assert.deepEqual(warnings.at(-1), { kind: 'images-missing', detail: '3 images did not finish loading.' });
  });

  test('with the verdict "loading" for a page that never shows more', async () => {
    const quick = camera.withSettings({ limits: { content: 200 } });
    const { verdict, warnings } = await shot(quick, `${server.origin}/loads-forever`);
    assert.deepEqual([verdict, warnings.map(({ kind }) => kind)], ['loading', ['still-loading']]);
  });

  test('with a verdict for what a site shows in its place', async () => {
    const verdictOf = async (path: string) => (await shot(camera, server.origin + path)).verdict;
    assert.deepEqual(await Promise.all(['/gone', '/private', '/login', '/box'].map(verdictOf)), [
      'not-found',
      'login',
      'fine',
      'fine',
    ]);
  });

  test('with the verdict "truncated" for a page that loads more content without end', async () => {
    const quick = camera.withSettings({ limits: { feed: 500 } });
    const { verdict, warnings } = await shot(quick, `${server.origin}/endless-feed`);
    assert.deepEqual([verdict, warnings.map(({ kind }) => kind)], ['truncated', ['feed-stopped']]);
  });

  test('with the verdict "loading" for a page that adds content without end, which it shows only in view', async () => {
    const quick = camera.withSettings({ limits: { feed: 500, motion: 300, scrollReveal: 500 } });
    const { verdict, warnings } = await shot(quick, `${server.origin}/adds-without-end`);
    assert.deepEqual([verdict, warnings.map(({ kind }) => kind)], ['loading', ['script-stopped', 'still-loading']]);
  });

  test('with the verdict "fine" for a page that replaces its content without end, which appears by itself', async () => {
    const quick = camera.withSettings({ limits: { feed: 500, motion: 300, scrollReveal: 500 } });
    const { verdict, warnings } = await shot(quick, `${server.origin}/fades-in-without-end`);
    assert.deepEqual([verdict, warnings.map(({ kind }) => kind)], ['fine', ['script-stopped']]);
  });

  test('with the verdict "loading" for a page that was stopped before its images were in view', async () => {
    const quick = camera.withSettings({ limits: { unresponsive: 1_500 } });
    const { verdict, warnings } = await shot(quick, `${server.origin}/stops-at-lazy-images`);
    assert.deepEqual([verdict, warnings.map(({ kind }) => kind)], ['loading', ['script-stopped', 'still-loading']]);
  });

  test('with the target of a script that leaves before there is any content, also if the target is slow', async () => {
    // The target answers after twice this limit and the pause before a check.
    const quick = camera.withSettings({ limits: { unresponsive: 1_500 } });
    const { finalUrl, warnings } = await shot(quick, `${server.origin}/leaves-at-once`);
    assert.deepEqual([finalUrl, warnings], [`${server.origin}/slow-box`, []]);
  });

  test('with time left for the picture, also if the page needs all of it to settle', async () => {
    const limits = { whole: 12_000, picture: 30_000, settle: 60_000, selector: 60_000 };
    const { warnings } = await shot(camera.withSettings({ limits }), `${server.origin}/box`, {
      waitForSelector: '#missing',
    });
    assert.deepEqual(
      warnings.map(({ kind }) => kind),
      ['script-stopped'],
    );
  });

  test('after a delay that does not count for the time limits', async () => {
    // On a busy machine the limits are twice as long.
    const hasty = camera.withSettings({ limits: { settle: 4_000, whole: 5_000, picture: 500 } });
    const { warnings } = await shot(hasty, `${server.origin}/box`, { delay: 9_500 });
    assert.deepEqual(warnings, []);
  });

  test('but not with invalid cookies: the failure has their names and the browser stays', async () => {
    const options = { cookies: [{ name: '__Secure-session', value: 'secret' }] };
    const before = camera.status().restarts;
    const { reason, detail } = await failure(camera, `${server.origin}/box`, options);
    assert.equal(reason, 'credentials');
    assert.match(detail, /__Secure-session/);
    assert.doesNotMatch(detail, /secret/);
    await shot(camera, `${server.origin}/box`);
    assert.equal(camera.status().restarts, before);
  });

  test('after a delay', async () => {
    assert.equal(await colour('/turns-late', { delay: 2500 }), '#0000ff');
  });

  test('with hidden elements; an invalid selector gives a warning and affects no other', async () => {
    const { picture, warnings } = await shot(camera, `${server.origin}/box`, { hideSelectors: ['###', '#box'] });
    assert.equal((await pixels(picture)).at(100, 150), '#ffffff');
    assert.deepEqual(
      warnings.map(({ kind }) => kind),
      ['selector-invalid'],
    );
  });

  test('as one element, which appears when it is scrolled to', async () => {
    const { picture, elements } = await shot(camera, `${server.origin}/parts`, { element: '#late', fullPage: false });
    assert.deepEqual([picture.width, picture.height], [301, 200]);
    const { at } = await pixels(picture);
    assert.deepEqual([at(1, 1), at(298, 198)], ['#0000ff', '#00ff00']);
    assert.deepEqual(elements, [], 'the element is the whole picture');
  });

  test('as one element on a phone', async () => {
    const { picture } = await shot(camera, `${server.origin}/phone`, { element: 'div', viewport: 'phone' });
    assert.deepEqual([picture.width, picture.height], [1170, 6000]);
  });

  test('but not as an element that is missing, empty or hidden', async () => {
    const quick = camera.withSettings({ limits: { selector: 100 } });
    for (const [element, says] of [
      ['#missing', 'no element matches "#missing"'],
      ['#empty', '"#empty" is empty or not visible'],
      ['#hidden', '"#hidden" is empty or not visible'],
      ['###', '"###" is not a CSS selector'],
    ]) {
      const { reason, detail } = await failure(quick, `${server.origin}/parts`, { element });
      assert.deepEqual([reason, detail], ['element', `The element to capture: ${says}.`]);
    }
  });

  test('with extra CSS', async () => {
    assert.equal(await colour('/box', { extraCss: '#box { background: blue !important }' }), '#0000ff');
  });

  test('with headers for its own origin only, also after a redirect', async () => {
    await shot(camera, `${server.origin}/secrets`, { headers: { 'X-Key': 'secret', Authorization: 'Bearer secret' } });
    const sent = (path: string) => server.requests.findLast(({ url }) => url === path)?.headers;
    for (const own of ['/secrets', '/colour.svg?own', '/away'])
      assert.deepEqual([sent(own)?.['x-key'], sent(own)?.authorization], ['secret', 'Bearer secret'], own);
    for (const other of ['/colour.svg?other', '/colour.svg?away']) {
      assert.ok(sent(other), other);
      assert.deepEqual([sent(other)?.['x-key'], sent(other)?.authorization], [undefined, undefined], other);
    }
  });

  test('with cookies for its host only, which the next capture does not have', async () => {
    await shot(camera, `${server.origin}/embeds`, { cookies: [{ name: 'session', value: 'secret' }] });
    const sent = (path: string) => server.requests.findLast(({ url }) => url === path)?.headers.cookie;
    assert.deepEqual([sent('/embeds'), sent('/colour.svg?embedded')], ['session=secret', undefined]);
    await shot(camera, `${server.origin}/box?afterwards`);
    assert.equal(sent('/box?afterwards'), undefined);
  });

  test('with its consent banner answered', async () => {
    const { picture, verdict } = await shot(camera, `${server.origin}/banner`);
    assert.deepEqual([(await pixels(picture)).at(600, 400), verdict], ['#00ff00', 'fine']);
  });

  test('with its consent banner unanswered', async () => {
    assert.equal(await colour('/banner', { consent: false }), '#ff0000');
  });

  test('with the verdict "accept-wall" for a banner that covers the page and does not disappear', async () => {
    const { picture, verdict } = await shot(camera, `${server.origin}/deaf-banner`);
    assert.deepEqual([(await pixels(picture)).at(600, 400), verdict], ['#ff0000', 'accept-wall']);
  });

  for (const [where, flags] of [
    ['the process of the page', ''],
    ['a process of its own', '--site-per-process'],
  ] as const)
    describe(`with a consent banner in a frame of another site in ${where}`, () => {
      let camera: Camera;
      let folder: string;
      before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'pagekeep-options-'));
        const { path } = await findBrowser({ cacheDir, searchPath: [] });
        const chromiumPath = join(folder, 'headless_shell');
        await writeFile(chromiumPath, `#!/bin/sh\nexec '${path}' "$@" ${flags}\n`, { mode: 0o755 });
        // A wait for a request that never ends would give a warning.
        camera = await openTestCamera({ concurrency: 1, chromiumPath, limits: { quiet: 300_000, settle: 60_000 } });
      });
      after(async () => {
        await camera.close();
        await rm(folder, { recursive: true });
      });

      const seen = async (path: string, options: Record<string, unknown> = {}) => {
        const { picture, verdict, warnings } = await shot(camera, server.origin + path, options);
        assert.deepEqual(warnings, []);
        return [(await pixels(picture)).at(600, 400), verdict];
      };

      test('answered', async () => {
        assert.deepEqual(await seen('/framed-banner'), ['#00ff00', 'fine']);
      });

      test('unanswered', async () => {
        assert.deepEqual(await seen('/framed-banner', { consent: false }), ['#ff0000', 'fine']);
      });

      test('that does not disappear, with the verdict "accept-wall"', async () => {
        assert.deepEqual(await seen('/deaf-framed-banner'), ['#ff0000', 'accept-wall']);
      });
    });

  test('with a place, or without one for a page that asks', async () => {
    const place = async (geolocation: string | null) =>
      (await shot(camera, `${server.origin}/place`, { geolocation })).title;
    assert.equal(await place('-33.8688, 151.2093, 12.5'), '-33.8688,151.2093,12.5');
    assert.equal(await place(null), 'false', 'the next capture may not know it');
  });

  for (const [kind, start] of [
    ['http', httpProxy],
    ['socks5', socksProxy],
  ] as const)
    test(`through a proxy with ${kind}, which resolves the name of the page`, async (t) => {
      const names = { 'site.example': Number(new URL(server.origin).port) };
      const upstream = await start(t, { names, login: 'ann:hush' });
      const proxy = `${kind}://127.0.0.1:${upstream.port}`;
      const { finalUrl } = await shot(camera, 'http://site.example/still', { proxy, proxyLogin: 'ann:hush' });
      assert.equal(finalUrl, 'http://site.example/still');
      assert.ok(upstream.asked.every((asked) => asked === 'site.example:80'));
      const { reason, detail } = await failure(camera, 'http://site.example/still', { proxy, proxyLogin: 'ann:hash' });
      assert.equal(reason, 'proxy');
      assert.equal(detail, `The proxy ${proxy} did not accept the user name and the password.`);
      const away = await failure(camera, 'http://other.example/', { proxy, proxyLogin: 'ann:hush' });
      assert.match(away.detail, /^The proxy .* could not reach other\.example:80: it/);
    });

  test('with or without its advertisements', async () => {
    // Every name resolves to the corpus server.
    const guard = makeGuard({ allow: readAllow('127.0.0.0/8'), resolve: async () => ['127.0.0.1'] });
    const resolving = camera.withSettings({ guard });
    const asked = async (blockAds: boolean) => {
      const before = server.requests.length;
      await shot(resolving, `${server.origin}/ads`, { blockAds });
      return server.requests
        .slice(before)
        .map(({ url }) => url?.split('?')[1])
        .filter((query) => query === 'ad' || query === 'content')
        .sort();
    };
    assert.deepEqual(await asked(false), ['ad', 'content']);
    assert.deepEqual(await asked(true), ['content']);
  });

  test('together with another capture, each with its own cookies', async () => {
    const ask = (value: string) => shot(camera, `${server.origin}/box?${value}`, { cookies: [{ name: 'who', value }] });
    await Promise.all([ask('one'), ask('two')]);
    for (const value of ['one', 'two'])
      assert.equal(server.requests.findLast(({ url }) => url === `/box?${value}`)?.headers.cookie, `who=${value}`);
  });
});

test('waits for the work of a page are longer on a busy machine, and its largest picture is the same', () => {
  const { settle, motion, quiet, maxPixels } = limitsUnderLoad(defaultLimits, 1.5);
  assert.deepEqual([settle, motion], [1.5 * defaultLimits.settle, 1.5 * defaultLimits.motion]);
  assert.deepEqual([quiet, maxPixels], [defaultLimits.quiet, defaultLimits.maxPixels]);
});
