import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Camera } from '../../src/domain/capture.ts';
import { readAllow } from '../../src/guard/allow-list.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { type Behaviour, type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { sharedCamera } from '../harness/shared-camera.ts';
import { capture, failure, pixels, shot } from './cameras.ts';

const page = (body: string) => html(`<!doctype html><meta charset="utf-8"><body style="margin:0">${body}`);

/** Sets the title to the value of the expression at each of these events. */
const tells = (events: string, expression: string) =>
  `<script>for (const name of '${events}'.split(' ')) addEventListener(name, (event) => { document.title = ${expression} }, true)</script>`;

const behaviours: Record<string, Behaviour> = {
  '/more': page(`<div style="height:3000px"></div><div id="host"></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<button>more</button>';
    host.shadowRoot.querySelector('button').onclick = (event) => setTimeout(() => {
      document.body.innerHTML = '<div id="box" style="height:100px;background:lime">text</div>';
      document.title = event.isTrusted }, 100)</script>`),
  '/details': page('<details><summary>open</summary><div style="height:900px;background:lime">text</div></details>'),
  '/fields': page(
    `<input id="name" value="old"><textarea id="long"></textarea><p id="free" contenteditable>old</p>
    <input id="date" type="date"><input id="off" disabled><p hidden id="hidden">text</p>
    <button id="under">under</button><div style="position:fixed;inset:0;z-index:9;pointer-events:none"></div>
    ${tells('input change', 'document.title = [...document.querySelectorAll("#name, #long")].map(({ value }) => value) + "," + free.textContent')}`,
  ),
  '/covered': page('<button>under</button><div style="position:fixed;inset:0;background:red">cover</div>'),
  '/keys': page(`<form onsubmit="document.title += ' sent'; return false"><input id="q"></form>
    ${tells('keydown', 'document.title + " " + event.key')}`),
  '/scrolled': page(`<div style="height:5000px">text</div><div id="end" style="height:2000px;background:lime">end</div>
    ${tells('scroll', 'Math.max(scrollY, document.title || 0)')}`),
  '/phone':
    page(`<div style="width:1900px;height:600px"></div><button style="font-size:60px;margin-left:700px">go</button>
    <script>document.querySelector('button').onclick = () => { document.title = 'clicked' }</script>`),
  '/login': page(
    `<form action="/members"><input name="user"><input name="word" type="password"><button>go</button></form>`,
  ),
  '/members': (request, response, url) =>
    void setTimeout(() => {
      const isRight = url.searchParams.get('word') === 'open sesame';
      page(isRight ? '<a id="on" href="/inside">on</a>' : '<p>wrong</p>')(request, response, url);
    }, 400),
  '/inside': page('<title>inside</title><p id="in">text</p>'),
  '/private': page('<a href="http://10.0.0.1/">inside</a>'),
  '/loop': page('<button onclick="for (;;);">loop</button><p hidden id="late">text</p>'),
};

describe('steps before the picture', { concurrency: 2 }, () => {
  let camera: Camera;
  /** Does not wait for an element that never comes. */
  let hasty: Camera;
  /** Does not wait for a page that does not answer. */
  let resolute: Camera;
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(behaviours);
    const guard = makeGuard({
      allow: readAllow('127.0.0.0/8'),
      resolve: async () => ['127.0.0.1'],
    });
    const shared = await sharedCamera();
    camera = shared.withSettings({ guard });
    hasty = shared.withSettings({ guard, limits: { selector: 500 } });
    resolute = shared.withSettings({ guard, limits: { unresponsive: 1_000 } });
  });
  after(() => server.close());

  const taken = (path: string, steps: unknown[], options: Record<string, unknown> = {}) =>
    shot(camera, server.origin + path, { steps, ...options });
  const fault = async (
    path: string,
    steps: unknown[],
    { by = hasty, ...options }: Record<string, unknown> & { by?: Camera } = {},
  ) => {
    const { reason, detail } = await failure(by, server.origin + path, { steps, ...options });
    assert.equal(reason, 'step');
    return detail;
  };

  test('click an element below the window and in a shadow root, and wait for what it shows', async () => {
    const { title, picture } = await taken('/more', [{ click: 'button' }, { waitFor: '#box' }]);
    assert.equal(title, 'true', 'a real click');
    assert.equal((await pixels(picture)).at(600, 50), '#00ff00');
  });

  test('change a page without scripts', async () => {
    const { picture } = await taken('/details', [{ click: 'summary' }]);
    assert.equal((await pixels(picture)).at(600, 500), '#00ff00');
  });

  test('type into fields in place of their text', async () => {
    const { title } = await taken(
      '/fields',
      [
        { type: 'a{{pin}}', into: '#name' },
        { type: 'b', into: '#long' },
        { type: 'c', into: '#free' },
      ],
      { secrets: { pin: '1234' } },
    );
    assert.equal(title, 'a1234,b,c');
  });

  test('press keys in the focused field', async () => {
    const { title } = await taken('/keys', [{ type: 'x', into: '#q' }, { press: 'y' }, { press: 'Enter' }]);
    assert.match(title, / y Enter sent$/);
  });

  test('scroll to an element, which is then in the picture of the window', async () => {
    const { title, picture } = await taken('/scrolled', [{ scrollTo: '#end' }], { fullPage: false });
    assert.equal(title, '5000');
    assert.deepEqual([picture.height, (await pixels(picture)).at(600, 700)], [800, '#00ff00']);
    const whole = await taken('/scrolled', [{ scrollTo: '#end' }]);
    assert.equal(whole.picture.height, 7000);
  });

  test('click where a phone shows the element', async () => {
    assert.equal((await taken('/phone', [{ click: 'button' }], { viewport: 'phone' })).title, 'clicked');
  });

  test('go on in the documents that they open', async () => {
    const { title, finalUrl, warnings } = await taken(
      '/login',
      [
        { type: 'ann', into: '[name=user]' },
        { type: '{{word}}', into: '[name=word]' },
        { press: 'Enter' },
        { click: '#on' },
        { waitFor: '#in' },
      ],
      { secrets: { word: 'open sesame' } },
    );
    assert.deepEqual([title, finalUrl, warnings], ['inside', `${server.origin}/inside`, []]);
  });

  for (const [step, says] of [
    [{ click: '#nothing' }, 'no element matches "#nothing"'],
    [{ click: '###' }, '"###" is not a CSS selector'],
    [{ waitFor: '#hidden' }, '"#hidden" is not visible'],
    [{ type: 'x', into: '#date' }, '"#date" is not a text field'],
    [{ click: '#off' }, '"#off" is disabled'],
  ] as const)
    test(`fail with their number if ${says}`, async () => {
      assert.equal(await fault('/fields', [{ press: 'a' }, step]), `Step 2: ${says}.`);
    });

  test('fail if another element covers the one to click', async () => {
    assert.equal(await fault('/covered', [{ click: 'button' }]), 'Step 1: another element covers "button".');
    await taken('/fields', [{ click: '#under' }]);
  });

  test('type secrets only into pages of the same site', async () => {
    const steps = [{ type: '{{word}}', into: '[name=word]' }];
    const secrets = { word: 'open sesame' };
    const port = new URL(server.origin).port;
    behaviours['/elsewhere'] = (_request, response) =>
      response.writeHead(302, { location: `http://other.example:${port}/login` }).end();
    const said = await fault('/elsewhere', steps, { secrets });
    assert.match(
      said,
      /^Step 1: secrets are typed only into pages of the site of the webpage, and not on other\.example/,
    );
    assert.doesNotMatch(said, /sesame/);
  });

  test('do not lead to addresses that the guard refuses', async () => {
    const outcome = await capture(camera, `${server.origin}/private`, { steps: [{ click: 'a' }] });
    assert.deepEqual([outcome.kind, 'reason' in outcome && outcome.reason], ['refused', 'address']);
  });

  test('that are not done in time give no picture', async () => {
    const said = await fault('/loop', [{ click: 'button' }, { waitFor: '#late' }], { by: resolute });
    assert.equal(said, 'Step 2: the page was not ready for it in time.');
  });
});
