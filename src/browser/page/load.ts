import type { Warning } from '../../domain/capture.ts';
import type { CaptureOptions } from '../../domain/capture-options.ts';
import { viewportOf } from '../../domain/device.ts';
import type { GuardProxy } from '../../guard/proxy.ts';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import type { AdBlocker } from './ads.ts';
import { answerConsent } from './consent.ts';
import { enterIsolatedWorld, type IsolatedWorld } from './isolated-world.ts';
import type { Limits } from './limits.ts';
import { busyFactor } from './machine-load.ts';
import { errorOfUnreached } from './navigate.ts';
import type { RequestInterception } from './request-interception.ts';
import { isStaticPage } from './static-page.ts';
import type { Steps } from './steps.ts';
import type { Traffic } from './traffic.ts';
import { beginMotion, showPresence } from './visitor.ts';

export type Settling = {
  readonly tab: Tab;
  readonly traffic: Traffic;
  readonly interception: RequestInterception;
  /** Undefined: advertisements are part of the picture. */
  readonly ads?: AdBlocker | undefined;
  readonly proxy: Pick<GuardProxy, 'incidentFor' | 'hangUp'>;
  readonly options: CaptureOptions;
  readonly steps: Steps;
  readonly limits: Limits;
  readonly warn: (warning: Warning) => void;
};

/** Milliseconds without a request until a document without a load event is checked, and until a page counts as loaded. */
const quietTime = { unloaded: 200, loaded: 500 };

/** Milliseconds of an idle machine until a page that does not handle its events counts as visited. */
const presenceTime = 1_000;

/** Within this time an idle machine paints a page that Chromium can paint. Under load a frame takes several tenths of a second. */
const paintTime = 1_000;

/**
 * Waits for the load event. A navigation before that event aborts the loading. If the navigation shows no document (a
 * file: address, a download, a response without content), the old document stays, complete, and has no load event.
 */
async function hasLoaded({ tab, traffic, limits }: Settling): Promise<boolean> {
  const end = performance.now() + limits.load;
  const left = () => end - performance.now();
  while (await traffic.loadedOrQuiet(quietTime.unloaded, left())) {
    if (traffic.loaded) return true;
    const state = await within(left(), tab.send('Runtime.evaluate', { expression: 'document.readyState' }));
    if (state !== timedOut && state.result.value === 'complete') return true;
  }
  return false;
}

/**
 * Chromium paints nothing while a style sheet or script in the head is loading, and nothing of a document that ended
 * before its body. A screenshot would then wait until the deadline. So the pending connections are cut; twice, because
 * Chromium repeats a request on a reused connection.
 */
async function waitForPaint(world: IsolatedWorld, { proxy, limits }: Settling, nothing: CaptureError): Promise<void> {
  const first = paintTime * busyFactor();
  for (const patience of [first, first, limits.unresponsive]) {
    if (await world.call<boolean>('isPainted', patience)) return;
    proxy.hangUp();
  }
  throw nothing;
}

type Loaded = {
  readonly world: IsolatedWorld;
  /** Whether only pending requests can still change the page. */
  readonly isStatic: boolean;
};

/** Throws CaptureError if nothing of the page was received. */
export async function loaded(settling: Settling): Promise<Loaded> {
  const { tab, traffic, proxy, options, limits, warn } = settling;
  let isStatic = false;
  const inTime = await hasLoaded(settling);
  if (!inTime)
    warn({ kind: 'load-unfinished', detail: `The page was still loading after ${Math.round(limits.load / 1000)} s.` });
  const { navigations } = traffic;
  const world = await enterIsolatedWorld(tab);
  if (inTime) {
    const [calmed, asks, scrollsByWheel] = await Promise.all([
      isStaticPage(tab, world, traffic),
      options.consent && answerConsent(tab, world),
      world.call<boolean>('scrollsByWheel'),
    ]);
    isStatic = calmed && !asks;
    await Promise.all([
      !isStatic && within(presenceTime * busyFactor(), showPresence(tab, viewportOf(options.viewport), scrollsByWheel)),
      traffic.quiet(isStatic ? 0 : quietTime.loaded, limits.quiet),
    ]);
  } else await within(presenceTime * busyFactor(), beginMotion(tab));
  const { broken } = traffic;
  if (broken && !broken.begun) throw errorOfUnreached(traffic.url, broken.errorText, proxy);
  if (broken) {
    warn({ kind: 'load-unfinished', detail: 'The connection ended before the page was loaded completely.' });
    const detail = `The connection ended before any content was received. (${broken.errorText})`;
    await waitForPaint(world, settling, new CaptureError('empty-answer', detail));
  } else if (!inTime)
    await waitForPaint(
      world,
      settling,
      new CaptureError('deadline', `There was nothing to show after ${Math.round(limits.load / 1000)} s.`),
    );
  traffic.giveUpLoading();
  return { isStatic, world: traffic.navigations === navigations ? world : await enterIsolatedWorld(tab) };
}
