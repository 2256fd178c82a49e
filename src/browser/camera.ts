import { availableParallelism } from 'node:os';
import type { Camera, CameraStatus, CaptureOutcome, CaptureWatch, Failed } from '../domain/capture.ts';
import { failed } from '../domain/capture.ts';
import type { CaptureOptions } from '../domain/capture-options.ts';
import { counted } from '../domain/counted.ts';
import type { Guard } from '../domain/ports/guard.ts';
import { Problem } from '../domain/problem.ts';
import { proxyOf } from '../domain/proxy.ts';
import { makeGuard } from '../guard/guard.ts';
import { openProxy } from '../guard/proxy.ts';
import { throughProxy } from '../guard/upstream.ts';
import { openAdFilter } from './ads/ad-filter.ts';
import { CaptureError } from './capture-error.ts';
import { type Chromium, launchChromium } from './chromium/chromium.ts';
import { findBrowser } from './chromium/find.ts';
import { prepareFonts } from './chromium/fonts.ts';
import { defaultMemoryLimits, type MemoryLimits } from './chromium/memory.ts';
import { type Lease, Pool } from './chromium/pool.ts';
import { sweepProfiles } from './chromium/profile.ts';
import { orAbort } from './deadline.ts';
import { defaultLimits, type Limits, limitsUnderLoad } from './page/limits.ts';
import { busyFactor } from './page/machine-load.ts';
import { finishShot, shoot, type UnjudgedShot } from './page/shoot.ts';
import { Stopwatch } from './page/stopwatch.ts';
import { undrawableScripts } from './page/undrawable-scripts.ts';

export type CameraConfig = {
  /** CHROMIUM_PATH. */
  readonly chromiumPath?: string | undefined;
  /** Whether the browser uses its sandbox; by default it does. Root has none. */
  readonly sandbox?: boolean;
  /** The folders of PATH, searched for a browser. */
  readonly searchPath: readonly string[];
  /** The browser and the fonts of the npm packages are unpacked here once. */
  readonly cacheDir: string;
  /** Lists of advertisements: files, or `bundled`. */
  readonly blockLists: readonly string[];
  /** Concurrent captures. */
  readonly concurrency: number;
  /** Opens every connection of the browser. */
  readonly guard: Guard;
  readonly log: (level: 'info' | 'warn', message: string) => void;
  readonly limits?: Partial<Limits>;
  readonly memory?: Partial<MemoryLimits>;
  readonly recycle?: { readonly captures?: number; readonly age?: number };
};

/** A capture waits for its page half of the time: on two cores, 2 browsers × 4 tabs were up to 1.3 times as fast as 2 × 2. */
export const maxTabs = 4;

/** Chromium reports a killed page process within this time on an idle machine. */
const crashReportTime = 2_000;

/** Tells a page process that watchMemory killed from one that crashed. */
function explainCrash<Outcome extends CaptureOutcome | UnjudgedShot>(outcome: Outcome, lease: Lease): Outcome | Failed {
  const ended = performance.now() - lease.pageKilledAt() < crashReportTime * busyFactor();
  if (outcome.kind !== 'failed' || outcome.reason !== 'page-crashed' || !ended) return outcome;
  return failed('memory', 'The page used more memory than a page may.', outcome.phases);
}

/** A browser that has lost a helper process fails every page. Starting a new one takes a tenth of a second. */
function isSuspect(outcome: CaptureOutcome | UnjudgedShot): boolean {
  return outcome.kind === 'failed' && ['page-crashed', 'deadline', 'no-picture'].includes(outcome.reason);
}

/** A browser encodes one picture at a time, so each core gets a browser before any browser gets a second tab. */
function placesFor(concurrency: number): { browsers: number; tabs: number } {
  const browsers = Math.max(Math.min(availableParallelism(), concurrency), Math.ceil(concurrency / maxTabs));
  return { browsers, tabs: Math.ceil(concurrency / browsers) };
}

/** The guard, or the guard and behind it the proxy of the webpage. */
function guardOf(guard: Guard, { proxy, proxyLogin }: CaptureOptions): Guard {
  return proxy === null ? guard : throughProxy(guard, { proxy: proxyOf(proxy), login: proxyLogin });
}

export type OpenedCamera = Camera & {
  /** A camera with other settings that uses the same browsers. It needs no closing. */
  withSettings(settings: Partial<Pick<CameraConfig, 'guard' | 'limits'>>): Camera;
};

/** Unpacks and starts a browser. Throws Problem('unavailable') if there is none. */
export async function openCamera(config: CameraConfig): Promise<OpenedCamera> {
  const { log, cacheDir, searchPath } = config;
  const [executable, fontConfig, adFilter] = await Promise.all([
    findBrowser(config),
    prepareFonts(cacheDir),
    openAdFilter({ cacheDir, lists: config.blockLists, log }),
    sweepProfiles(),
  ]);
  const isRoot = process.getuid?.() === 0;
  const sandbox = config.sandbox !== false && !isRoot;
  if (isRoot) log('warn', 'Chromium runs without its sandbox, because Pagekeep runs as root; run it as another user.');
  else if (!sandbox) log('warn', 'Chromium runs without its sandbox, because CHROMIUM_SANDBOX is off.');
  const { browsers, tabs } = placesFor(config.concurrency);
  // Requests that belong to no capture reach no host.
  const nowhere = await openProxy(makeGuard({ allow: [], resolve: async () => [] }));
  let launches = 0;
  const launch = (): Promise<Chromium> => {
    launches++;
    return launchChromium({ executable, sandbox, fontConfig, searchPath, proxyUrl: nowhere.url });
  };
  const pool = new Pool({
    launch,
    browsers,
    tabs,
    captures: config.recycle?.captures ?? 200,
    age: config.recycle?.age ?? 3_600_000,
    memory: { ...defaultMemoryLimits, ...config.memory },
  });
  const closing = new AbortController();

  const first = await pool
    .use(closing.signal, async ({ chromium }) => ({
      version: chromium.version,
      undrawable: await undrawableScripts(chromium, nowhere.url),
    }))
    .catch(async (error: unknown) => {
      await pool.close();
      await nowhere.close();
      throw error;
    });
  if (first.undrawable.length > 0) log('warn', `No font can draw ${first.undrawable.join(', ')}.`);
  log(
    'info',
    `Chromium ${first.version} (${executable.path}) is ready for ${counted(config.concurrency, 'capture')} at once.`,
  );

  const captureBy = async (
    { guard, limits }: Pick<CameraConfig, 'guard' | 'limits'>,
    url: string,
    options: CaptureOptions,
    watch: CaptureWatch,
  ): Promise<CaptureOutcome> => {
    const stopwatch = new Stopwatch(watch.onPhase);
    const aborted = new AbortController();
    const abort = () => aborted.abort(new CaptureError('aborted', 'The capture was cancelled.'));
    const signals = [watch.signal, closing.signal];
    for (const signal of signals) signal.addEventListener('abort', abort, { once: true });
    if (signals.some((signal) => signal.aborted)) abort();
    stopwatch.begin('queue');
    try {
      const { signal } = aborted;
      // Before a browser is taken: parsing the lists takes seconds.
      const ads = options.blockAds ? await orAbort(signal, adFilter()) : undefined;
      const taken = await pool.use(signal, async (lease) => {
        const proxy = await openProxy(guardOf(guard, options));
        try {
          const { outcome, broken } = await shoot({
            chromium: lease.chromium,
            url,
            options,
            adFilter: ads,
            selectors: watch.selectors ?? [],
            icon: watch.icon ?? false,
            limits: limitsUnderLoad({ ...defaultLimits, ...limits }),
            proxy,
            stopwatch,
            signal,
          });
          if (broken || isSuspect(outcome)) lease.retire();
          return explainCrash(outcome, lease);
        } finally {
          await proxy.close();
        }
      });
      // The next capture can use the browser from here on.
      return taken.kind === 'unjudged' ? await orAbort(signal, finishShot(taken, stopwatch)) : taken;
    } catch (error) {
      if (error instanceof CaptureError && error.reason === 'aborted')
        return failed('aborted', error.message, stopwatch.stop());
      if (error instanceof Problem) return failed('browser-crashed', error.message, stopwatch.stop());
      throw error;
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    }
  };

  const cameraBy = (settings: Pick<CameraConfig, 'guard' | 'limits'>, close: () => Promise<void>): Camera => ({
    capture: (url, options, watch) => captureBy(settings, url, options, watch),
    status: (): CameraStatus => ({
      browserVersion: first.version,
      executable: executable.path,
      sandbox,
      undrawableScripts: first.undrawable,
      browsers: pool.browsers,
      restarts: Math.max(0, launches - browsers),
      capturing: pool.capturing,
      waiting: pool.waiting,
    }),
    close,
  });
  const close = async () => {
    closing.abort();
    await pool.close();
    await nowhere.close();
  };
  return {
    ...cameraBy(config, close),
    withSettings: (settings) => cameraBy({ ...config, ...settings }, async () => undefined),
  };
}
