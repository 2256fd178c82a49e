import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findBrowser } from '../../../src/browser/chromium/find.ts';
import { prepareFonts } from '../../../src/browser/chromium/fonts.ts';
import type { Box } from '../../../src/domain/findings.ts';
import { cacheDir, searchPath } from '../../harness/chromium.ts';
import { type PagePair, renderVersion } from './page.ts';
import { photograph } from './photographs.ts';

/** A change as a person sees it: its box in each picture that has the content. */
export interface Truth {
  readonly before?: Box | undefined;
  readonly after?: Box | undefined;
  /** The box of the words that differ, if the change is one of a few words in a text. */
  readonly words?: Pick<Truth, 'before' | 'after'>;
}

export interface RenderedPair {
  readonly pair: PagePair;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly truths: readonly Truth[];
}

/** The flags of src/browser/chromium/flags.ts that decide about pixels. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-lcd-text',
  '--font-render-hinting=none',
];
/** Pairs that wait while the one before them is compared. */
const AHEAD = 2;

/** Renders the pairs in real Chromium, in one tab. The next ones are rendered while the caller works. */
export async function* renderPairs(pairs: readonly PagePair[]): AsyncIterable<RenderedPair> {
  const { path, env } = await findBrowser({ cacheDir, searchPath });
  const browser = await chromium.launch({
    executablePath: path,
    args: [...FLAGS, '--force-color-profile=srgb', '--hide-scrollbars', '--force-gpu-mem-available-mb=2048'],
    // The fonts of captures, so that the pictures are the same on every machine.
    env: { ...process.env, ...env, FONTCONFIG_FILE: await prepareFonts(cacheDir) },
  });
  try {
    const tab = await openTab(
      await browser.newContext({ deviceScaleFactor: 1, viewport: { width: 1280, height: 900 } }),
    );
    let lastTurn: Promise<unknown> = Promise.resolve();
    const renderInTurn: Render = (html, width) => {
      const turn = lastTurn.then(() => renderPage(tab, html, width));
      lastTurn = turn.catch(() => undefined);
      return turn;
    };
    const running: Promise<RenderedPair>[] = [];
    for (const pair of pairs) {
      running.push(renderPair(pair, renderInTurn));
      if (running.length > AHEAD) yield* shiftFrom(running);
    }
    while (running.length > 0) yield* shiftFrom(running);
  } finally {
    await browser.close();
  }
}

async function* shiftFrom<T>(running: Promise<T>[]): AsyncIterable<T> {
  const next = running.shift();
  if (next) yield await next;
}

interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
}

async function openTab(context: BrowserContext): Promise<Tab> {
  await servePhotographs(context);
  const page = await context.newPage();
  return { page, devtools: await context.newCDPSession(page) };
}

async function servePhotographs(context: BrowserContext): Promise<void> {
  await context.route('https://photos.test/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const body = await photograph(Number(pathname.slice(1, -4)), Number(searchParams.get('quality')));
    await route.fulfill({ body, contentType: 'image/jpeg' });
  });
}

interface Rendered {
  readonly png: Buffer;
  readonly marks: ReadonlyMap<string, Box>;
}

/** Begins the names of marks around words within a text. */
const WORDS = 'words of ';

type Render = (html: string, width: number) => Promise<Rendered>;

async function renderPair(pair: PagePair, render: Render): Promise<RenderedPair> {
  const [beforeWidth, afterWidth] = pair.widths ?? [1280, 1280];
  const mark = (html: string) =>
    pair.restyled ? html.replace('<html ', `<html data-restyled="${pair.restyled}" `) : html;
  const before = await render(mark(renderVersion(pair, 'before')), beforeWidth);
  const after = await render(mark(renderVersion(pair, 'after')), afterWidth);
  const names = new Set([...before.marks.keys(), ...after.marks.keys()].filter((name) => !name.startsWith(WORDS)));
  const boxes = (name: string) => ({ before: before.marks.get(name), after: after.marks.get(name) });
  const truths = [...names].map((name) => ({ ...boxes(name), words: boxes(WORDS + name) }));
  return { pair, before: before.png, after: after.png, truths };
}

async function renderPage(tab: Tab, html: string, width: number): Promise<Rendered> {
  const { page } = tab;
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
  await page.setContent(html, { waitUntil: 'load' });
  const png = await photographPage(tab, width);
  return { png, marks: await shrinkToInk(png, await readMarks(page)) };
}

/** Chromium refuses to draw a very tall picture in one piece. */
const PIECE_HEIGHT = 8_000;

async function photographPage({ page, devtools }: Tab, width: number): Promise<Buffer> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const pieces: { input: Buffer; left: number; top: number }[] = [];
  for (let y = 0; y < height; y += PIECE_HEIGHT) {
    const { data } = await devtools.send('Page.captureScreenshot', {
      clip: { x: 0, y, width, height: Math.min(PIECE_HEIGHT, height - y), scale: 1 },
      captureBeyondViewport: true,
      optimizeForSpeed: true,
    });
    pieces.push({ input: Buffer.from(data, 'base64'), left: 0, top: y });
  }
  const [only] = pieces;
  if (only && pieces.length === 1) return only.input;
  const canvas = sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false });
  return canvas.composite(pieces).png({ compressionLevel: 2 }).toBuffer();
}

/** The boxes around what the marked elements draw: text, images, shapes, and everything with a background or a border. */
function readMarks(page: Page): Promise<[string, Box][]> {
  return page.evaluate(`(() => {
    const boxes = new Map();
    const restyled = document.documentElement.dataset.restyled;
    const marked = [...document.querySelectorAll('[data-changed]')].map((element) => [element.dataset.changed, element]);
    if (restyled) document.querySelectorAll(restyled).forEach((element, n) => marked.push(['restyled ' + n, element]));
    const add = (name, rects) => {
      const drawn = rects.filter((rect) => rect.width > 0 && rect.height > 0);
      if (drawn.length === 0) return;
      const left = Math.max(0, Math.floor(Math.min(...drawn.map((rect) => rect.left))));
      const top = Math.max(0, Math.floor(Math.min(...drawn.map((rect) => rect.top)) + scrollY));
      const right = Math.min(innerWidth, Math.ceil(Math.max(...drawn.map((rect) => rect.right))));
      const bottom = Math.ceil(Math.max(...drawn.map((rect) => rect.bottom)) + scrollY);
      boxes.set(name, { x: left, y: top, width: right - left, height: bottom - top });
    };
    for (const element of document.querySelectorAll('[data-words]')) {
      const [from, to] = element.dataset.words.split(' ').map(Number);
      const range = document.createRange();
      range.setStart(element.firstChild, from);
      range.setEnd(element.firstChild, to);
      add('${WORDS}' + element.dataset.changed, [...range.getClientRects()]);
    }
    for (const [name, elements] of Map.groupBy(marked, ([name]) => name)) {
      const rects = [];
      for (const each of elements.flatMap(([, element]) => [element, ...element.querySelectorAll('*')])) {
        const style = getComputedStyle(each);
        const isDrawn = style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.backgroundImage !== 'none' || each instanceof SVGGeometryElement || parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth) + parseFloat(style.borderLeftWidth) > 0 || each.tagName === 'IMG' || each.tagName === 'HTML';
        if (isDrawn && (!name.startsWith('restyled') || each.tagName === 'HTML') && style.display !== 'contents') rects.push(each.getBoundingClientRect());
        for (const node of each.childNodes) {
          if (node.nodeType !== 3 || node.data.trim() === '') continue;
          const range = document.createRange();
          range.selectNode(node);
          rects.push(...range.getClientRects());
        }
      }
      add(name, rects);
    }
    return [...boxes];
  })()`);
}

/** The boxes of text lines are higher than their letters. */
async function shrinkToInk(png: Buffer, marks: readonly [string, Box][]): Promise<Map<string, Box>> {
  const shrunk = new Map<string, Box>();
  if (marks.length === 0) return shrunk;
  const { data, info } = await sharp(png, { limitInputPixels: false })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const [name, box] of marks) shrunk.set(name, inkBox(data, info, box));
  return shrunk;
}

function inkBox(data: Buffer, { width, height }: { width: number; height: number }, box: Box): Box {
  const bottom = Math.min(height, box.y + box.height);
  const right = Math.min(width, box.x + box.width);
  const background = data.readUIntBE((box.y * width + box.x) * 3, 3);
  let [x0, y0, x1, y1] = [right, bottom, box.x, box.y];
  for (let y = box.y; y < bottom; y += 1) {
    for (let x = box.x; x < right; x += 1) {
      if (data.readUIntBE((y * width + x) * 3, 3) === background) continue;
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    }
  }
  const isFlat = x1 <= x0;
  // A box with a background of its own begins with that colour, and is drawn as a whole.
  const outside = box.x > 0 && box.y > 0 ? data.readUIntBE(((box.y - 1) * width + box.x - 1) * 3, 3) : -1;
  return isFlat || background !== outside
    ? { ...box, width: right - box.x, height: bottom - box.y }
    : { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}
