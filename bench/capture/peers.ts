import captureWebsite from 'capture-website';
import { Cluster } from 'puppeteer-cluster';
import puppeteer from 'puppeteer-core';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { prepareFonts } from '../../src/browser/chromium/fonts.ts';
import { CACHE } from './product.ts';

/** Another tool with one setting. `rate` returns captures per second of these pages. */
export interface Setting {
  readonly name: string;
  rate(urls: readonly string[]): Promise<number>;
}

const VIEWPORT = { width: 1280, height: 800 };

export async function launchOptions() {
  const { path, env } = await findBrowser({ cacheDir: CACHE, searchPath: [] });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const fonts = { FONTCONFIG_FILE: await prepareFonts(CACHE) };
  return { executablePath: path, env: { ...process.env, ...env, ...fonts }, args, headless: 'shell' } as const;
}

async function timed(urls: readonly string[], run: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await run();
  return (urls.length / (performance.now() - begin)) * 1_000;
}

/** Starts a browser for each capture, and loads lazy content like the product. */
export function captureWebsiteSettings(): Setting[] {
  return [2, 4, 8].map((atOnce) => ({
    name: `capture-website, ${atOnce} at once`,
    async rate(urls) {
      const options = { ...VIEWPORT, scaleFactor: 1, fullPage: true, preloadLazyContent: true } as const;
      const launch = await launchOptions();
      const waiting = [...urls];
      const loop = async () => {
        for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
          await captureWebsite.buffer(url, { ...options, launchOptions: launch as never });
        }
      };
      return timed(urls, async () => void (await Promise.all(Array.from({ length: atOnce }, loop))));
    },
  }));
}

/** Loads the page, waits for network idle and takes the picture. It does not scroll, so lazy images are missing. */
export function puppeteerClusterSettings(): Setting[] {
  const kinds = {
    context: Cluster.CONCURRENCY_CONTEXT,
    browser: Cluster.CONCURRENCY_BROWSER,
  };
  return Object.entries(kinds).flatMap(([kind, concurrency]) =>
    [2, 4, 8].map((maxConcurrency) => ({
      name: `puppeteer-cluster, ${maxConcurrency} by ${kind}`,
      async rate(urls: readonly string[]) {
        const cluster = await Cluster.launch({
          concurrency,
          maxConcurrency,
          puppeteer,
          puppeteerOptions: { ...(await launchOptions()), pipe: true, defaultViewport: VIEWPORT },
          timeout: 60_000,
        });
        const failures: Error[] = [];
        cluster.on('taskerror', (error: Error) => failures.push(error));
        await cluster.task(async ({ page, data: url }) => {
          await page.goto(url, { waitUntil: 'networkidle0' });
          await page.screenshot({ fullPage: true, optimizeForSpeed: true });
        });
        const rate = await timed(urls, async () => {
          for (const url of urls) cluster.queue(url);
          await cluster.idle();
        });
        await cluster.close();
        if (failures[0]) throw failures[0];
        return rate;
      },
    })),
  );
}
