import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import type { OpenedCamera } from '../../src/browser/camera.ts';
import type { Tab } from '../../src/browser/chromium/tab.ts';
import { defaultLimits } from '../../src/browser/page/limits.ts';
import { showPdf } from '../../src/browser/page/pdf.ts';
import type { Camera, FailureReason, Verdict } from '../../src/domain/capture.ts';
import { readCaptureOptions } from '../../src/domain/capture-options.ts';
import { viewportOf } from '../../src/domain/device.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { documents } from '../corpus/documents.ts';
import { pdfs } from '../corpus/pdfs.ts';
import { type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { capture, failure, openTestCamera, pixels, shot } from './cameras.ts';

describe('each kind of response', { concurrency: 2 }, () => {
  let camera: OpenedCamera;
  /** With a low limit for the height of a picture. */
  let short: Camera;
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(documents);
    camera = await openTestCamera({ limits: { content: 300, unresponsive: 5_000 } });
    short = camera.withSettings({ limits: { maxPictureHeight: 4_000 } });
  });
  after(async () => {
    await camera.close();
    await server.close();
  });

  const shown: readonly (readonly [path: string, status: number, verdict: Verdict])[] = [
    ['/page', 200, 'fine'],
    ['/image.png', 200, 'fine'],
    ['/drawing.svg', 200, 'fine'],
    ['/data.json', 200, 'fine'],
    ['/notes.txt', 200, 'fine'],
    ['/feed.xml', 200, 'fine'],
    ['/table.csv', 200, 'fine'],
    ['/dates.ics', 200, 'fine'],
    ['/settings.yaml', 200, 'fine'],
    ['/paper.pdf', 200, 'fine'],
    ['/paper-to-keep', 200, 'fine'],
    ['/gzip', 200, 'fine'],
    ['/half', 200, 'fine'],
    ['/gone', 404, 'http-error'],
    ['/gone-without-a-word', 404, 'http-error'],
    ['/broken', 500, 'http-error'],
    ['/broken-without-a-word', 500, 'http-error'],
    ['/locked', 401, 'http-error'],
    ['/wall', 403, 'blocked'],
    ['/captcha', 403, 'blocked'],
    ['/empty', 200, 'blank'],
    ['/white', 200, 'blank'],
  ];
  for (const [path, status, verdict] of shown)
    test(`${path} is captured as ${verdict}`, async () => {
      const outcome = await shot(camera, server.origin + path);
      assert.deepEqual([outcome.httpStatus, outcome.verdict], [status, verdict]);
      assert.equal(outcome.finalUrl, server.origin + path);
      assert.ok(outcome.picture.bytes.length > 0 && outcome.thumbnail.bytes.length > 0);
    });

  const notShown: readonly (readonly [path: string, reason: FailureReason, retry: boolean])[] = [
    ['/locked.pdf', 'pdf', false],
    ['/broken.pdf', 'pdf', false],
    ['/letter.docx', 'download', false],
    ['/archive.zip', 'download', false],
    ['/to-keep.html', 'download', false],
    ['/program', 'download', false],
    ['/no-content', 'empty-answer', true],
    ['/not-modified', 'empty-answer', true],
    ['/round', 'redirects', false],
    ['/to-file', 'bad-answer', false],
    ['/to-data', 'bad-answer', false],
    ['/hang-up', 'empty-answer', true],
    ['/reset', 'empty-answer', true],
    ['/not-http', 'bad-answer', false],
    ['/not-gzip', 'bad-answer', false],
    ['/half-a-comment', 'empty-answer', true],
    ['/half-a-head', 'empty-answer', true],
    ['/to-file-by-script', 'bad-answer', false],
    ['/to-file-after-load', 'bad-answer', false],
    ['/round-by-script', 'redirects', false],
    ['/hang-up-by-script', 'empty-answer', true],
    ['/not-tls-by-script', 'tls', false],
  ];
  for (const [path, reason, retry] of notShown)
    test(`${path} fails: ${reason}`, async () => {
      const outcome = await failure(camera, server.origin + path);
      assert.deepEqual([outcome.reason, outcome.retry], [reason, retry], outcome.detail);
    });

  test('the failure of a response without a page names the status', async () => {
    const told = async (path: string) => (await failure(camera, server.origin + path)).detail;
    assert.equal(await told('/no-content'), 'The server answered without a page (204).');
    assert.equal(await told('/not-modified'), 'The server answered without a page.');
  });

  test('a file is refused by its kind', async () => {
    const told = async (path: string) => (await failure(camera, server.origin + path)).detail;
    assert.equal(await told('/archive.zip'), 'The address gives an archive (application/zip), not a page.');
    assert.match(await told('/letter.docx'), /^The address gives a text document \(application\/vnd/);
    assert.equal(await told('/locked.pdf'), 'The address gives a PDF that is protected by a password.');
    assert.equal(await told('/broken.pdf'), 'The address gives a PDF that cannot be read.');
  });

  test('a PDF is drawn page by page, in its size on paper', async () => {
    const { picture, title, finalUrl } = await shot(camera, `${server.origin}/to-paper`);
    assert.deepEqual([title, finalUrl], ['A paper', `${server.origin}/paper.pdf`]);
    assert.deepEqual([picture.width, picture.height], [1280, 16 + 3 * 416]);
    const { at } = await pixels(picture);
    assert.deepEqual([at(640, 20), at(640, 440), at(640, 1_240)], ['#ff0000', '#00ff00', '#0000ff']);
    assert.deepEqual([at(241, 20), at(1_039, 20), at(100, 20)], ['#ff0000', '#ff0000', '#e8e8e8']);
  });

  test('a PDF on a phone is as wide as the screen, and requested once', async () => {
    const { picture } = await shot(camera, `${server.origin}/small-paper.pdf`, { viewport: 'phone' });
    assert.equal(server.requests.filter(({ url }) => url === '/small-paper.pdf').length, 1);
    const { at } = await pixels(picture);
    assert.deepEqual([at(60, 60), at(1_110, 60), at(20, 60)], ['#ff0000', '#ff0000', '#e8e8e8']);
  });

  /** The share of dark pixels in the page. */
  async function ink(path: string): Promise<number> {
    const { at } = await pixels((await shot(camera, server.origin + path)).picture);
    let dark = 0;
    for (let y = 20; y < 410; y += 5) for (let x = 245; x < 1_035; x += 5) if (at(x, y) < '#888888') dark += 1;
    return dark / (78 * 158);
  }

  test('text of a PDF without its own fonts is drawn, and its images are', async () => {
    const shares = await Promise.all(['/written.pdf', '/chinese.pdf'].map(ink));
    for (const share of shares) assert.ok(share > 0.05 && share < 0.6, `${shares}`);
    const { at } = await pixels((await shot(camera, `${server.origin}/scanned.pdf`)).picture);
    assert.equal(at(640, 200), '#0000ff');
  });

  test('a PDF that is longer than the longest picture is truncated, and the warning names its pages', async () => {
    const { verdict, warnings } = await shot(short, `${server.origin}/many.pdf`);
    assert.equal(verdict, 'truncated');
    assert.match(warnings[0]?.detail ?? '', /^The PDF has 40 pages; the picture shows the first \d+\.$/);
  });

  const leadNowhere: readonly (readonly [path: string, shown: string])[] = [
    ['/file-by-script', '/page'],
    ['/file-by-refresh', '/page'],
    ['/file-by-link', '/page'],
    ['/file-by-window', '/page'],
    ['/file-by-pop-up', '/page'],
    ['/file-by-form', '/page'],
    ['/file-by-posted-form', '/page'],
    ['/file-by-form-after-load', '/page'],
    ['/file-in-frame', '/empty-frame'],
    ['/file-in-frame-by-script', '/empty-frame'],
    ['/file-in-frame-by-form', '/empty-frame'],
    ['/no-content-by-script', '/page'],
    ['/download-by-script', '/page'],
    ['/mail-by-script', '/page'],
  ];
  const hashes = new Map<string, Promise<string>>();
  /** The hash of the picture of a page, which is captured once. */
  const hashOf = (path: string) =>
    hashes.getOrInsertComputed(path, async () => (await shot(camera, server.origin + path)).picture.sha256);
  for (const [path, shown] of leadNowhere)
    test(`${path} leaves the page: the picture equals that of ${shown}, without warnings`, async () => {
      const { finalUrl, picture, verdict, warnings } = await shot(camera, server.origin + path);
      assert.deepEqual([finalUrl, verdict, warnings], [server.origin + path, 'fine', []]);
      assert.equal(picture.sha256, await hashOf(shown));
    });

  for (const path of ['/private-by-script', '/private-by-script-and-tls'])
    test(`${path} is refused`, async () => {
      const outcome = await capture(camera, server.origin + path);
      assert.ok(outcome.kind === 'refused' && outcome.reason === 'address', outcome.kind);
    });

  test('a navigation by script to an error without a body records that error', async () => {
    const { httpStatus, verdict, finalUrl } = await shot(camera, `${server.origin}/broken-by-script`);
    assert.deepEqual([httpStatus, verdict, finalUrl], [500, 'http-error', `${server.origin}/broken-without-a-word`]);
  });

  test('the last address of several redirects is recorded, with its title', async () => {
    const outcome = await shot(camera, `${server.origin}/there-and-there#part`);
    assert.deepEqual([outcome.finalUrl, outcome.title], [`${server.origin}/page#part`, 'A page']);
  });

  test('a very long title or address is truncated', async () => {
    assert.equal((await shot(camera, `${server.origin}/long-title`)).title, 'x'.repeat(1000));
    const { finalUrl } = await shot(camera, `${server.origin}/long-address`);
    assert.equal(finalUrl, `${server.origin}/long-address#`.padEnd(8_192, 'x'));
  });

  test('an image address shows the image', async () => {
    const { at } = await pixels((await shot(camera, `${server.origin}/image.png`)).picture);
    assert.equal(at(640, 400), '#ff0000');
  });

  test('each phase of a capture is reported when it begins', async () => {
    const told: string[] = [];
    await camera.capture(`${server.origin}/page`, readCaptureOptions({}), {
      signal: new AbortController().signal,
      onPhase: (phase) => told.push(phase),
    });
    assert.deepEqual(told, ['queue', 'navigate', 'settle', 'freeze', 'picture', 'thumbnail']);
  });

  test('size, viewport, phases and version are recorded with the picture', async () => {
    const { picture, thumbnail, viewport, phases, browserVersion, pageHeight } = await shot(
      camera,
      `${server.origin}/page`,
    );
    assert.deepEqual([picture.format, picture.width, picture.height], ['png', 1280, 800]);
    assert.match(picture.sha256, /^[0-9a-f]{64}$/);
    assert.deepEqual([thumbnail.format, thumbnail.width, thumbnail.height], ['webp', 320, 200]);
    assert.deepEqual([viewport.width, viewport.height, pageHeight], [1280, 800, 800]);
    assert.deepEqual(Object.keys(phases), ['queue', 'navigate', 'settle', 'freeze', 'picture', 'thumbnail']);
    assert.match(browserVersion, /^\d+\.\d+/);
  });

  test('the same page gives the same bytes', async () => {
    const first = await shot(camera, `${server.origin}/page`);
    const second = await shot(camera, `${server.origin}/page`);
    assert.equal(first.picture.sha256, second.picture.sha256);
  });

  for (const url of [
    'file:///etc/passwd',
    'data:text/html,hello',
    'view-source:http://127.0.0.1/',
    'javascript:alert(1)',
    'chrome://version',
    'about:blank',
    'ftp://127.0.0.1/',
    'no address',
    '',
  ])
    test(`${JSON.stringify(url)} is refused`, async () => {
      const outcome = await capture(camera, url);
      assert.ok(outcome.kind === 'refused' && outcome.reason === 'scheme');
      assert.match(outcome.detail, /allowed are http: and https:/);
    });

  test('a name that does not resolve fails: dns', async () => {
    assert.equal((await failure(camera, 'http://no-such-host.invalid/')).reason, 'dns');
  });

  test('a port without a listener fails: connection', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const outcome = await failure(camera, `http://127.0.0.1:${port}/`);
    assert.deepEqual([outcome.reason, outcome.retry], ['connection', true]);
  });

  test('a server without TLS fails: tls', async () => {
    const outcome = await failure(camera, `${server.origin.replace('http:', 'https:')}/page`);
    assert.deepEqual([outcome.reason, outcome.retry], ['tls', false]);
  });

  test('a server without a certificate fails: tls', async () => {
    const bare = createTlsServer({});
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    const { port } = bare.address() as { port: number };
    assert.equal((await failure(camera, `https://127.0.0.1:${port}/`)).reason, 'tls');
    bare.close();
  });

  test('a self-signed certificate fails: tls, unless the options accept it', async () => {
    const pem = await readFile(new URL('../corpus/self-signed.pem', import.meta.url));
    const selfSigned = createHttpsServer({ key: pem, cert: pem }, (request, response) => {
      const image = '<title>signed</title><img src="/picture" alt="">';
      html(request.url === '/' ? image : '')(request, response, new URL('https://corpus.test'));
      asked.push(request.url);
    });
    const asked: unknown[] = [];
    await new Promise<void>((resolve) => selfSigned.listen(0, '127.0.0.1', resolve));
    const { port } = selfSigned.address() as { port: number };
    const outcome = await failure(camera, `https://127.0.0.1:${port}/`);
    assert.deepEqual([outcome.reason, outcome.retry], ['tls', false]);
    assert.match(outcome.detail, /^No known authority has issued the certificate .*The settings .* can accept it\./);
    assert.deepEqual(asked, []);
    const { title } = await shot(camera, `https://127.0.0.1:${port}/`, { acceptInvalidCertificate: true });
    assert.deepEqual([title, asked.slice(0, 2)], ['signed', ['/', '/picture']]);
    assert.equal((await failure(camera, `https://127.0.0.1:${port}/`)).reason, 'tls', 'the next capture does not');
    selfSigned.close();
    selfSigned.closeAllConnections();
  });

  test('an address that the guard refuses has the message of the guard', async () => {
    const guarded = camera.withSettings({ guard: makeGuard({ allow: [] }) });
    const outcomes = [await capture(guarded, 'http://10.0.0.1/'), await capture(guarded, 'https://10.0.0.1/')];
    for (const outcome of outcomes)
      assert.deepEqual(
        [outcome.kind, outcome.kind === 'refused' && outcome.reason, outcome.kind === 'refused' && outcome.detail],
        [
          'refused',
          'address',
          '10.0.0.1 is a private address, which captures may not visit; CAPTURE_ALLOW=10.0.0.1 would allow it.',
        ],
      );
  });
});

test('a PDF whose viewer does not load in time counts as late, not as unreadable', async () => {
  const viewer = {
    hasArrived: () => true,
    document: Promise.resolve(pdfs.coloured),
    loaded: new Promise<void>(() => 0),
  };
  const tab = { send: () => Promise.reject(new Error('the viewer is used before it has loaded')) } as unknown as Tab;
  const request = { url: 'https://example.org/a.pdf', viewport: viewportOf('laptop'), warn: () => undefined };
  const limits = { ...defaultLimits, pdf: 10, unresponsive: 10 };
  const drawing = showPdf(tab, { ...viewer, isTooLarge: () => false }, { ...request, limits });
  await assert.rejects(drawing, { reason: 'deadline', message: 'The PDF could not be drawn in time.' });
});
