import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OpenedCamera } from '../../src/browser/camera.ts';
import type { Camera, Shot } from '../../src/domain/capture.ts';
import { readCaptureOptions } from '../../src/domain/capture-options.ts';
import { type Behaviour, type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { sharedCamera } from '../harness/shared-camera.ts';
import { shot } from './cameras.ts';

const page = (body: string, head = '') =>
  html(`<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <style>body { margin: 0 } div, p, header { height: 50px; margin: 0 }</style>${head}<body>${body}`);

const news = '<div class="teaser"><p class="date" style="height: 20px">today</p></div>';
const filler = '<div style="height: 3000px"></div>';

const behaviours: Record<string, Behaviour> = {
  '/places': page(`<header>top</header><p id="clock" style="margin-left: 20.4px; width: 100px">12:00</p>
    <p class="date">today</p><p class="date">today</p><p class="date" hidden>today</p>${filler}`),
  '/not-for-phones': html(`<!doctype html><body style="margin: 0"><div style="width: 980px; height: 2000px">
    <p id="clock" style="margin: 0; padding: 98px 0 0; width: 490px; height: 98px">12:00</p></div>`),
  '/names': page(`<div id="weather">mild</div><div data-testid="stock-ticker">up</div><p role="status">fine</p>
    <div class="css-1x2y3z">a</div><div class="Card_root__3xY7z">b</div><div class="bZxKpQ">c</div>
    <div class="mt-4 is-open">d</div><div id="ember1234">e</div><div id="post-1234567">f</div>
    <div class="bZxKpQ sidebarTeaser">g</div><div class="promo-box">h</div>${filler}`),
  '/shared': page(`<div id="sports">${news}</div><div id="culture">${news}</div>
    ${'<div class="row"><p class="cell">x</p></div>'.repeat(80)}`),
  '/hidden': page(`<div style="height: 0; overflow: hidden"><p id="closed-menu">menu</p></div>
    <div style="visibility: hidden"><p id="invisible">x</p></div><div style="width: 300px; overflow: hidden">
    <p id="carousel" style="width: 2000px">slides</p></div>${filler}`),
  '/frames': page(`<div></div><iframe srcdoc='<body style="margin:0"><p id="inner" style="margin:0;height:40px">x</p>'
    style="border: 5px solid; padding: 3px; width: 200px; height: 100px; display: block"></iframe>${filler}`),
  '/changed-builtins': page(`<p id="clock">12:00</p>${filler}<script>
    Element.prototype.getBoundingClientRect = document.querySelectorAll = Map.prototype.set = () => { throw 1 };
    Object.defineProperty(Element.prototype, 'id', { get: () => 'wrong' })</script>`),
  '/many': page(
    `<style>p{display:inline-block;width:40px;height:10px;margin:0}</style><script>document.write('<p id="x' + 'a'.repeat(30) + '">', Array.from({ length: 1000 }, (_, n) =>
      '<p class="entry" id="entry-' + n + '"><b class="number">' + n + '</b></p>').join(''))</script>`,
  ),
};

describe('a capture measures elements', { concurrency: 2 }, () => {
  let camera: OpenedCamera;
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(behaviours);
    camera = await sharedCamera();
  });
  after(() => server.close());

  const found = ({ elements }: Shot, selector: string) => elements.find((each) => each.selector === selector)?.boxes;

  async function measured(path: string, selectors: readonly string[], by: Camera = camera): Promise<Shot> {
    const watch = { signal: new AbortController().signal, selectors };
    const outcome = await by.capture(server.origin + path, readCaptureOptions({}), watch);
    assert.equal(outcome.kind, 'shot');
    return outcome as Shot;
  }

  test('of the given selectors, in whole pixels of the picture', async () => {
    const taken = await measured('/places', ['.date', '#clock']);
    assert.deepEqual(taken.elements.slice(0, 2), [
      {
        selector: '.date',
        boxes: [
          { x: 0, y: 100, width: 1280, height: 50 },
          { x: 0, y: 150, width: 1280, height: 50 },
        ],
      },
      { selector: '#clock', boxes: [{ x: 20, y: 50, width: 101, height: 50 }] },
    ]);
  });

  test('with a warning for a selector that is invalid, and none for one that finds nothing', async () => {
    const { warnings, elements } = await measured('/places', ['###', '#missing', '#clock']);
    assert.deepEqual(warnings, [{ kind: 'selector-invalid', detail: '### is not a CSS selector.' }]);
    assert.equal(elements[0]?.selector, '#clock');
    assert.equal(found({ elements } as Shot, '#missing'), undefined);
  });

  test('of a phone, whose pixels are smaller than those of CSS', async () => {
    const taken = await shot(camera, `${server.origin}/places`, { viewport: 'phone' });
    assert.deepEqual(found(taken, '#clock'), [{ x: 61, y: 150, width: 301, height: 150 }]);
  });

  test('of a page that a phone scales down', async () => {
    const taken = await shot(camera, `${server.origin}/not-for-phones`, { viewport: 'phone' });
    assert.deepEqual(found(taken, '#clock'), [{ x: 0, y: 0, width: 585, height: 234 }]);
  });

  test('with names that a person gave, not with generated ones', async () => {
    const { elements } = await shot(camera, `${server.origin}/names`);
    const selectors = elements.map(({ selector }) => selector);
    assert.deepEqual(selectors, [
      '#weather',
      '[data-testid="stock-ticker"]',
      '[role="status"]',
      '.sidebarTeaser',
      '.promo-box',
    ]);
  });

  test('with the name of the part around them where their own names are not unique', async () => {
    const taken = await shot(camera, `${server.origin}/shared`);
    assert.deepEqual(found(taken, '#sports'), [{ x: 0, y: 0, width: 1280, height: 50 }]);
    assert.deepEqual(found(taken, '#culture .date'), [{ x: 0, y: 50, width: 1280, height: 20 }]);
    assert.equal(found(taken, '.date')?.length, 2, 'both dates together');
    assert.equal(found(taken, '#culture .teaser'), undefined, 'the place of #culture');
    assert.equal(found(taken, '.row'), undefined, 'a selector that finds too many elements');
  });

  test('only where they are visible', async () => {
    const taken = await measured('/hidden', ['#invisible']);
    assert.deepEqual(taken.elements, [{ selector: '#carousel', boxes: [{ x: 0, y: 50, width: 300, height: 50 }] }]);
  });

  test('in frames of the same origin, also with given selectors', async () => {
    const place = [{ x: 8, y: 58, width: 200, height: 40 }];
    assert.deepEqual(found(await shot(camera, `${server.origin}/frames`), '#inner'), place);
    assert.deepEqual(found(await measured('/frames', ['p#inner']), 'p#inner'), place);
  });

  test('of a page that has changed the builtins of the browser', async () => {
    const taken = await measured('/changed-builtins', ['p']);
    assert.equal(found(taken, 'p')?.length, 1);
  });

  test('of which there are at most 400 and 30 kB', async () => {
    const { elements } = await shot(camera, `${server.origin}/many`);
    assert.ok(elements.length > 100 && elements.length <= 400, `${elements.length} elements`);
    assert.ok(JSON.stringify(elements).length <= 30_000);
  });

  test('of the given selectors and warns that others are missing, if the time for measuring is over', async () => {
    const hasty = camera.withSettings({ limits: { measuring: 0 } });
    const { elements, warnings } = await measured('/places', ['#clock'], hasty);
    assert.deepEqual(
      elements.map(({ selector }) => selector),
      ['#clock'],
    );
    const detail = 'Not all elements of the page could be measured in time.';
    assert.deepEqual(warnings, [{ kind: 'elements-missing', detail }]);
  });
});
