import { maxTabs } from '../../src/browser/camera.ts';
import { type Chromium, launchChromium } from '../../src/browser/chromium/chromium.ts';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { prepareFonts } from '../../src/browser/chromium/fonts.ts';
import { openTab } from '../../src/browser/chromium/tab.ts';
import { enterIsolatedWorld } from '../../src/browser/page/isolated-world.ts';
import { defaultLimits } from '../../src/browser/page/limits.ts';
import { declineDialogs } from '../../src/browser/page/navigate.ts';
import { prepare } from '../../src/browser/page/prepare.ts';
import { RequestInterception } from '../../src/browser/page/request-interception.ts';
import { settle, stopScripts } from '../../src/browser/page/settle.ts';
import { Steps } from '../../src/browser/page/steps.ts';
import { takePicture } from '../../src/browser/page/take-picture.ts';
import { Traffic } from '../../src/browser/page/traffic.ts';
import { defaultCaptureOptions } from '../../src/domain/capture-options.ts';
import { viewportOf } from '../../src/domain/device.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { openProxy } from '../../src/guard/proxy.ts';
import { ALLOW, CACHE } from './product.ts';

export interface BareOptions {
  /** Whether connections go through the guard. */
  readonly guarded: boolean;
}

/**
 * A bare loop over the DevTools protocol that settles a page like the product and takes the same picture. It has no
 * store, thumbnail, verdict or memory watch, and it uses the guard only with `guarded`.
 */
export class Bare implements AsyncDisposable {
  readonly #browsers: readonly Chromium[];

  private constructor(browsers: readonly Chromium[]) {
    this.#browsers = browsers;
  }

  static async open(browsers: number): Promise<Bare> {
    const [executable, fontConfig] = await Promise.all([
      findBrowser({ cacheDir: CACHE, searchPath: [] }),
      prepareFonts(CACHE),
    ]);
    const sandbox = process.getuid?.() !== 0;
    const launch = () => launchChromium({ executable, sandbox, fontConfig, searchPath: [], proxyUrl: 'direct://' });
    return new Bare(await Promise.all(Array.from({ length: browsers }, launch)));
  }

  /** Captures per second, with as many tabs in each browser as in the product. */
  async rate(urls: readonly string[], options: BareOptions = { guarded: false }): Promise<number> {
    const waiting = [...urls];
    const begin = performance.now();
    const loop = async (chromium: Chromium) => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        await shootBare(chromium, url, options);
      }
    };
    await Promise.all(this.#browsers.flatMap((chromium) => Array.from({ length: maxTabs }, () => loop(chromium))));
    return (urls.length / (performance.now() - begin)) * 1_000;
  }

  /** The size of Chromium's own PNG of a page, without `optimizeForSpeed`. */
  async ownPngBytes(url: string): Promise<number> {
    const [chromium] = this.#browsers;
    if (!chromium) throw new Error('no browser');
    const picture = await shootBare(chromium, url, { guarded: false }, { chromiumPng: true });
    return picture.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#browsers.map((chromium) => chromium.kill()));
  }
}

const unguarded = { incidentFor: () => undefined, hangUp: () => undefined };

async function shootBare(
  chromium: Chromium,
  url: string,
  { guarded }: BareOptions,
  { chromiumPng = false } = {},
): Promise<Uint8Array> {
  const proxy = guarded ? await openProxy(makeGuard({ allow: ALLOW })) : undefined;
  const tab = await openTab(chromium, proxy?.url ?? 'direct://', new AbortController().signal);
  try {
    const options = defaultCaptureOptions;
    const traffic = new Traffic(tab, defaultLimits);
    declineDialogs(tab);
    const interception = new RequestInterception(tab, url, {});
    await Promise.all([prepare(tab, chromium, url, options), interception.start()]);
    const { errorText } = await tab.send('Page.navigate', { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    const settling = {
      tab,
      traffic,
      interception,
      proxy: proxy ?? unguarded,
      options,
      steps: new Steps(url, options),
      limits: defaultLimits,
      warn: () => undefined,
    };
    await settle(settling, defaultLimits.settle);
    await stopScripts(tab);
    await (await enterIsolatedWorld(tab)).call('freeze', { sheets: [] });
    const { picture } = await takePicture(tab, {
      viewport: viewportOf('desktop'),
      fullPage: true,
      region: undefined,
      asScrolled: false,
      bounds: defaultLimits,
    });
    if (!chromiumPng) return picture.bytes;
    const { width, height } = picture;
    const clip = { x: 0, y: 0, width, height, scale: 1 };
    const { data } = await tab.send('Page.captureScreenshot', { format: 'png', clip });
    return data as unknown as Buffer;
  } finally {
    await tab.close();
    await proxy?.close();
  }
}
