import captureWebsite from 'capture-website';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import type { CaptureOptions } from '../../src/domain/capture-options.ts';
import { viewportOf } from '../../src/domain/device.ts';
import { launchOptions } from '../capture/peers.ts';
import { openBenchCamera } from '../capture/product.ts';

/** Takes a picture of a whole page, as an encoded image. */
export interface Tool extends AsyncDisposable {
  readonly name: string;
  picture(url: string, options: CaptureOptions): Promise<Uint8Array>;
}

const PATIENCE = 30_000;

async function openPagekeep(): Promise<Tool> {
  const camera = await openBenchCamera(2);
  return {
    name: 'Pagekeep',
    async picture(url, options) {
      const outcome = await camera.capture(url, options, { signal: new AbortController().signal });
      if (outcome.kind !== 'shot') throw new Error(outcome.detail);
      return outcome.picture.bytes;
    },
    [Symbol.asyncDispose]: () => camera.close(),
  };
}

async function openPuppeteer(): Promise<Tool> {
  const browser = await puppeteer.launch({ ...(await launchOptions()), pipe: true });
  return {
    name: 'puppeteer',
    async picture(url, { viewport, fullPage }) {
      const { width, height, scale, mobile } = viewportOf(viewport);
      const context = await browser.createBrowserContext();
      try {
        const page = await context.newPage();
        await page.setViewport({ width, height, deviceScaleFactor: scale, isMobile: mobile, hasTouch: mobile });
        await page.goto(url, { waitUntil: 'networkidle0', timeout: PATIENCE });
        return await page.screenshot({ fullPage });
      } finally {
        await context.close();
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function openPlaywright(): Promise<Tool> {
  const { executablePath, args, env } = await launchOptions();
  const browser = await chromium.launch({ executablePath, args: [...args], env });
  return {
    name: 'Playwright',
    async picture(url, { viewport, fullPage }) {
      const { width, height, scale, mobile } = viewportOf(viewport);
      const size = { viewport: { width, height }, deviceScaleFactor: scale, isMobile: mobile, hasTouch: mobile };
      const context = await browser.newContext(size);
      try {
        const page = await context.newPage();
        await page.goto(url, { waitUntil: 'networkidle', timeout: PATIENCE });
        return await page.screenshot({ fullPage, animations: 'disabled' });
      } finally {
        await context.close();
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Starts a browser for each picture. */
async function openCaptureWebsite(): Promise<Tool> {
  const launch = await launchOptions();
  return {
    name: 'capture-website',
    picture(url, { viewport, fullPage }) {
      const { width, height, scale } = viewportOf(viewport);
      const size = { width, height, scaleFactor: scale };
      const options = { ...size, fullPage, preloadLazyContent: true, timeout: PATIENCE / 1_000 };
      return captureWebsite.buffer(url, { ...options, launchOptions: launch as never });
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export const TOOLS: readonly (() => Promise<Tool>)[] = [
  openPagekeep,
  openPuppeteer,
  openPlaywright,
  openCaptureWebsite,
];
