import { availableParallelism } from 'node:os';
import type { Camera, CameraStatus, CaptureOutcome, CaptureWatch, Failed } from '../domain/capture.ts';
import { failed } from '../domain/capture.ts';
import type { CaptureOptions } from '../domain/capture-options.ts';
import type { Guard } from '../domain/ports/guard.ts';
import { Problem } from '../domain/problem.ts';
import { makeGuard } from '../guard/guard.ts';
import { openProxy } from '../guard/proxy.ts';
import { type Chromium, launchChromium } from './chromium/chromium.ts';
import { findBrowser } from './chromium/find.ts';
import { arrangeFonts, undrawableScripts } from './chromium/fonts.ts';
import { type MemoryBounds, usualMemory } from './chromium/memory.ts';
import { type Lease, Pool } from './chromium/pool.ts';
import { sweepProfiles } from './chromium/profile.ts';
import { Ending, until } from './page/ending.ts';
import { type Limits, usualLimits } from './page/limits.ts';
import { develop, type Negative, Stopwatch, shoot } from './page/shoot.ts';

export type CameraConfig = {
  /** CHROMIUM_PATH. */
  readonly chromiumPath?: string | undefined;
  /** The folders of PATH, where a system's browser is looked for. */
  readonly searchPath: readonly string[];
  /** Where the browser and the fonts that come with the install are unpacked, once. */
  readonly cacheDir: string;
  /** Captures at once. */
  readonly concurrency: number;
  /** Opens every connection of the browser. */
  readonly guard: Guard;
  readonly log: (level: 'info' | 'warn', message: string) => void;
  readonly limits?: Partial<Limits>;
  readonly memory?: Partial<MemoryBounds>;
  readonly recycle?: { readonly captures?: number; readonly age?: number };
};

/** Half of a capture is waiting for its page: on two cores 2 browsers × 4 tabs gave up to 1.3 times 2 × 2. */
export const mostTabs = 4;

/** A page whose process was ended for its memory is told of it within this time. */
const memoryEcho = 2_000;

function blamed<Outcome extends CaptureOutcome | Negative>(outcome: Outcome, lease: Lease): Outcome | Failed {
  const ended = performance.now() - lease.memoryEndedAt() < memoryEcho;
  if (outcome.kind !== 'failed' || outcome.reason !== 'page-crashed' || !ended) return outcome;
  return failed('memory', 'The page used more memory than a page may.', outcome.phases);
}

/** A browser that has lost a helper fails every page from then on; a new one costs a tenth of a second. */
function isSuspect(outcome: CaptureOutcome | Negative): boolean {
  return outcome.kind === 'failed' && ['page-crashed', 'deadline', 'no-picture'].includes(outcome.reason);
}

/** A browser encodes its pictures one after the other, so every core has one of its own before any has a second tab. */
function placesFor(concurrency: number): { browsers: number; tabs: number } {
  const browsers = Math.max(Math.min(availableParallelism(), concurrency), Math.ceil(concurrency / mostTabs));
  return { browsers, tabs: Math.ceil(concurrency / browsers) };
}

/** Unpacks what is needed, starts a first browser, and throws Problem('unavailable') where there is none to start. */
export async function openCamera(config: CameraConfig): Promise<Camera> {
  const { log, cacheDir, searchPath } = config;
  const [executable, fontConfig] = await Promise.all([findBrowser(config), arrangeFonts(cacheDir), sweepProfiles()]);
  const sandbox = process.getuid?.() !== 0;
  if (!sandbox)
    log('warn', 'Chromium runs without its sandbox, because Pagekeep runs as root; run it as another user.');
  const { browsers, tabs } = placesFor(config.concurrency);
  // Requests that belong to no capture reach no host.
  const nowhere = await openProxy(makeGuard({ allow: [], resolve: async () => [] }));
  const limits: Limits = { ...usualLimits, ...config.limits };
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
    memory: { ...usualMemory, ...config.memory },
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
  log('info', `Chromium ${first.version} (${executable.path}) is ready for ${config.concurrency} captures at once.`);

  const capture = async (url: string, options: CaptureOptions, watch: CaptureWatch): Promise<CaptureOutcome> => {
    const stopwatch = new Stopwatch(watch.onPhase);
    const aborted = new AbortController();
    const abort = () => aborted.abort(new Ending('aborted', 'The capture was called off.'));
    const signals = [watch.signal, closing.signal];
    for (const signal of signals) signal.addEventListener('abort', abort, { once: true });
    if (signals.some((signal) => signal.aborted)) abort();
    stopwatch.begin('queue');
    try {
      const { signal } = aborted;
      const taken = await pool.use(signal, async (lease) => {
        const proxy = await openProxy(config.guard);
        try {
          const { outcome, broken } = await shoot({
            chromium: lease.chromium,
            url,
            options,
            limits,
            proxy,
            stopwatch,
            signal,
          });
          if (broken || isSuspect(outcome)) lease.retire();
          return blamed(outcome, lease);
        } finally {
          await proxy.close();
        }
      });
      // The tab is another's by now.
      return taken.kind === 'negative' ? await until(signal, develop(taken, stopwatch)) : taken;
    } catch (error) {
      if (error instanceof Ending && error.reason === 'aborted')
        return failed('aborted', error.message, stopwatch.stop());
      if (error instanceof Problem) return failed('browser-crashed', error.message, stopwatch.stop());
      throw error;
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    }
  };

  return {
    capture,
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
    close: async () => {
      closing.abort();
      await pool.close();
      await nowhere.close();
    },
  };
}
