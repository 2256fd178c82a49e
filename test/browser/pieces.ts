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

/** Under load, a screenshot right after scrolling can miss layers. Repeats it until two are equal. */
async function stableRows(tab: Tab): Promise<Buffer> {
  const shoot = async () => {
    const { data } = await tab.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    return data as unknown as Buffer;
  };
  let [before, now] = [await shoot(), await shoot()];
  while (!now.equals(before)) [before, now] = [now, await shoot()];
  return sharp(now).removeAlpha().raw().toBuffer();
}

/** Scrolls through the page and takes a screenshot of each window, without a clip. */
export async function* pieces(
  chromium: Chromium,
  url: string,
  { viewport, tops }: { viewport: Viewport; tops: readonly number[] },
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
      yield { top: Number(result.value) * scale, rows: await stableRows(tab) };
    }
  } finally {
    await tab.close();
  }
}
