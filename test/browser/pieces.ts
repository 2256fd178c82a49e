import sharp from 'sharp';
import { type Chromium, launchChromium } from '../../src/browser/chromium/chromium.ts';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { prepareFonts } from '../../src/browser/chromium/fonts.ts';
import { openTab, type Tab } from '../../src/browser/chromium/tab.ts';
import type { Viewport } from '../../src/domain/device.ts';
import { cacheDir, searchPath } from '../harness/chromium.ts';

/** Rows of RGB pixels, starting at the row `top` of the page. */
export type Piece = { readonly top: number; readonly rows: Buffer };

/** Starts a browser for screenshots of its window only. */
export async function openPlainBrowser(): Promise<Chromium> {
  const [executable, fontConfig] = await Promise.all([findBrowser({ cacheDir, searchPath }), prepareFonts(cacheDir)]);
  const sandbox = process.getuid?.() !== 0;
  return launchChromium({ executable, sandbox, fontConfig, searchPath, proxyUrl: 'direct://' });
}

/**
 * The rows of the window. Under load, a screenshot right after scrolling can miss layers: one that is not as expected is
 * repeated until two are equal.
 */
async function stableRows(tab: Tab, isExpected: (rows: Buffer) => boolean): Promise<Buffer> {
  const shoot = async () => {
    const { data } = await tab.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    return sharp(data as unknown as Buffer)
      .removeAlpha()
      .raw()
      .toBuffer();
  };
  let rows = await shoot();
  for (let before: Buffer | undefined; !isExpected(rows) && !before?.equals(rows); ) {
    before = rows;
    rows = await shoot();
  }
  return rows;
}

/** Scrolls through the page and takes a screenshot of each window, without a clip. */
export async function* pieces(
  chromium: Chromium,
  url: string,
  { viewport, tops, expected }: { viewport: Viewport; tops: readonly number[]; expected(top: number): Buffer },
): AsyncGenerator<Piece> {
  const { width, height, scale, mobile } = viewport;
  const tab = await openTab(chromium, 'direct://', new AbortController().signal);
  try {
    await tab.send('Page.enable');
    await tab.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile });
    const loaded = new Promise<void>((resolve) => tab.on('Page.loadEventFired', () => resolve()));
    await tab.send('Page.navigate', { url });
    await loaded;
    for (const top of tops) {
      const expression = `scrollTo({ top: ${top}, behavior: 'instant' }); new Promise(requestAnimationFrame).then(() => scrollY)`;
      const { result } = await tab.send('Runtime.evaluate', { expression, awaitPromise: true });
      const row = Number(result.value) * scale;
      yield { top: row, rows: await stableRows(tab, (rows) => rows.equals(expected(row))) };
    }
  } finally {
    await tab.close();
  }
}
