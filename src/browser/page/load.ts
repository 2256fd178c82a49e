import type { Warning } from '../../domain/capture.ts';
import type { CaptureOptions } from '../../domain/capture-options.ts';
import type { GuardProxy } from '../../guard/proxy.ts';
import { CaptureError } from '../capture-error.ts';
import type { Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import { answerConsent } from './consent.ts';
import { enterIsolatedWorld, type IsolatedWorld } from './isolated-world.ts';
import type { Limits } from './limits.ts';
import { errorOfUnreached } from './navigate.ts';
import type { RequestInterception } from './request-interception.ts';
import { isStaticPage } from './static-page.ts';
import type { Traffic } from './traffic.ts';

export type Settling = {
  readonly tab: Tab;
  readonly traffic: Traffic;
  readonly interception: RequestInterception;
  readonly proxy: Pick<GuardProxy, 'incidentFor' | 'hangUp'>;
  readonly options: CaptureOptions;
  readonly limits: Limits;
  readonly warn: (warning: Warning) => void;
};

/** What must have been calm for how long before a page counts as one that leads nowhere, and as loaded. */
const calm = { unloaded: 200, loaded: 500 };

/** Until when a page is drawn that may be drawn at all. Under load a frame takes several tenths of a second. */
const drawing = 1_000;

/**
 * Waits for the load event. A page that leaves before it is cut off there and then; where that leads nowhere (a form to
 * a file of the machine, a download, an answer without content), it stays as it is, complete, and never has the event.
 */
async function hasLoaded({ tab, traffic, limits }: Settling): Promise<boolean> {
  const end = performance.now() + limits.load;
  const left = () => end - performance.now();
  while (await traffic.loadedOrQuiet(calm.unloaded, left())) {
    if (traffic.loaded) return true;
    const state = await within(left(), tab.send('Runtime.evaluate', { expression: 'document.readyState' }));
    if (state !== timedOut && state.result.value === 'complete') return true;
  }
  return false;
}

/**
 * Chromium draws nothing of a page whose head has a style sheet or a script that does not come, and nothing of one that
 * broke off before its body: a picture would be waited for until the deadline. What does not come is hung up on, so that
 * all else is seen. Twice: on a connection that was used before, Chromium asks once more.
 */
async function waitForPaint(world: IsolatedWorld, { proxy, limits }: Settling, nothing: CaptureError): Promise<void> {
  for (const patience of [drawing, drawing, limits.unresponsive]) {
    if (await world.call<boolean>('isPainted', patience)) return;
    proxy.hangUp();
  }
  throw nothing;
}

type Loaded = {
  readonly world: IsolatedWorld;
  /** Whether nothing but what is loading can change the page any more. */
  readonly still: boolean;
};

/** Throws CaptureError for a page of which nothing came. */
export async function loaded(settling: Settling): Promise<Loaded> {
  const { tab, traffic, proxy, options, limits, warn } = settling;
  let still = false;
  const inTime = await hasLoaded(settling);
  if (!inTime) warn({ kind: 'load-unfinished', detail: `The page was still loading after ${limits.load / 1000} s.` });
  const { navigations } = traffic;
  const world = await enterIsolatedWorld(tab);
  if (inTime) {
    const [calmed, asks] = await Promise.all([
      isStaticPage(tab, world, traffic),
      options.consent && answerConsent(tab, world),
    ]);
    still = calmed && !asks;
    await traffic.quiet(still ? 0 : calm.loaded, limits.quiet);
  }
  const { broken } = traffic;
  if (broken && !broken.begun) throw errorOfUnreached(traffic.url, broken.errorText, proxy);
  if (broken) {
    warn({ kind: 'load-unfinished', detail: 'The connection ended before the page was whole.' });
    const detail = `The connection ended before there was anything of the page to show. (${broken.errorText})`;
    await waitForPaint(world, settling, new CaptureError('empty-answer', detail));
  } else if (!inTime)
    await waitForPaint(
      world,
      settling,
      new CaptureError('deadline', `There was nothing to show after ${limits.load / 1000} s.`),
    );
  traffic.giveUpLoading();
  return { still, world: traffic.navigations === navigations ? world : await enterIsolatedWorld(tab) };
}
