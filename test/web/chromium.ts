import { after, before } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { cacheDir } from '../harness/chromium.ts';
import { refuseInQuickRun } from '../harness/quick.ts';
import { loadAxe } from './accessibility.ts';

export interface ContextOptions extends BrowserContextOptions {
  /** The pages are checked by violationsOf. */
  readonly axe?: boolean;
}

/** Milliseconds until a step of a test counts as one that hangs. A busy machine needs seconds for some of them. */
const hangTime = 120_000;

/** Within describe(): a real Chromium for all its tests, found in the same way as by the worker. */
export function useChromium(): { open(options?: ContextOptions): Promise<BrowserContext> } {
  let browser: Browser | undefined;
  before(async () => {
    refuseInQuickRun('a browser');
    const { path, env } = await findBrowser({ cacheDir, searchPath: [], chromiumPath: process.env.CHROMIUM_PATH });
    const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
    browser = await chromium.launch({ executablePath: path, args, env: { ...process.env, ...env } });
  });
  after(() => browser?.close());
  return {
    async open({ axe = false, ...options } = {}) {
      if (!browser) throw new Error('the browser is used before the first test');
      const context = await browser.newContext(options);
      context.setDefaultTimeout(hangTime);
      if (axe) await loadAxe(context);
      return context;
    },
  };
}
