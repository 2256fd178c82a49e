import { after } from 'node:test';
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

let shared: Promise<Browser> | undefined;
after(async () => (await shared)?.close());

async function launch(): Promise<Browser> {
  refuseInQuickRun('a browser');
  const { path, env } = await findBrowser({ cacheDir, searchPath: [], chromiumPath: process.env.CHROMIUM_PATH });
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: path, args, env: { ...process.env, ...env } });
}

/** A new window of a real Chromium, found in the same way as by the worker. All test files of a process share it. */
export async function openContext({ axe = false, ...options }: ContextOptions = {}): Promise<BrowserContext> {
  shared ??= launch();
  const context = await (await shared).newContext(options);
  context.setDefaultTimeout(hangTime);
  if (axe) await loadAxe(context);
  return context;
}
