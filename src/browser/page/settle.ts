import { setTimeout as wait } from 'node:timers/promises';
import { isNavigation, type Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import { answerConsent, type ConsentState, consentStates } from './consent.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { loaded, type Settling } from './load.ts';
import { isServedScriptless, replaceUnreadableQueries, sheetsWithScripting } from './scripting-queries.ts';
import { closeTallWindow, openTallWindow } from './tall-window.ts';

/** For how long nothing may load before a page counts as loaded again after it was scrolled through. */
const calm = 200;
const pingEvery = 1_000;

/** An application that draws itself timedOut has nothing to show when the network falls silent. */
async function content(world: IsolatedWorld, { tab, limits }: Settling): Promise<void> {
  const end = performance.now() + limits.content;
  while (!(await world.call<boolean>('hasContent')) && performance.now() < end)
    await wait(100, undefined, { signal: tab.signal });
}

/** For how much of the time that consent may take each state is waited out. */
const consentPatience: Record<ConsentState, number> = {
  answering: 1,
  detected: 0.25,
  ignored: 0.25,
  looking: 0.15,
  none: 0,
  answered: 0,
  stuck: 0,
};

async function consent(world: IsolatedWorld, { tab, limits }: Settling): Promise<void> {
  // A banner that an application drew timedOut is looked for only now.
  const first = await answerConsent(tab, world);
  const begin = performance.now();
  for (;;) {
    const states = await consentStates(tab);
    const least = first && states.every((state) => state === 'none') ? 0.1 : 0;
    const patience = Math.max(least, ...states.map((state) => consentPatience[state]));
    if (performance.now() - begin >= patience * limits.consent) return;
    await wait(50, undefined, { signal: tab.signal });
  }
}

async function selected(world: IsolatedWorld, { options, limits, warn }: Settling): Promise<void> {
  const { waitForSelector: selector } = options;
  if (selector === null) return;
  const there = await world.call<boolean | null>('appears', selector, limits.selector);
  if (there === null) warn({ kind: 'selector-invalid', detail: `${selector} is not a CSS selector.` });
  if (there === false) warn({ kind: 'selector-missing', detail: `${selector} did not appear.` });
}

async function styled(world: IsolatedWorld, { options, warn }: Settling): Promise<void> {
  if (options.hideSelectors.length === 0 && options.extraCss === '') return;
  for (const selector of await world.call<string[]>('style', options.hideSelectors, options.extraCss))
    warn({ kind: 'selector-invalid', detail: `${selector} is not a CSS selector.` });
}

/** To what a page missed, or took back when it left the view. */
async function returnToMissed(world: IsolatedWorld, { traffic, limits }: Settling): Promise<void> {
  if (await world.call<boolean>('loadMissed')) await traffic.quiet(calm, limits.ready);
  await world.call('revealByScrolling', limits.again);
}

/** What the end of settling says of the page; see in-page/freeze.js. */
type Ready = { readonly missing: number; readonly mayQueryScripting: boolean };

/** While scripts still run, so that the page is never shown as to visitors without scripts. */
async function replaceQueries(
  world: IsolatedWorld,
  { tab, traffic }: Settling,
  sheets: readonly string[],
): Promise<void> {
  if (isServedScriptless(traffic)) return;
  if (await world.call<boolean>('replaceScriptingQueries', sheets)) await replaceUnreadableQueries(tab, world);
}

/** The addresses of its sheets with scripting queries; undefined if the page has gone on to another document meanwhile. */
async function settleDocument(settling: Settling): Promise<readonly string[] | undefined> {
  const { tab, traffic, options, limits, warn } = settling;
  // The document before may have gone on from it.
  await closeTallWindow(tab, options);
  const { still, world } = await loaded(settling);
  const { navigations } = traffic;
  if (!still) await content(world, settling);
  // Of a still page it is known already that it asks nothing.
  if (options.consent && !still) await consent(world, settling);
  await selected(world, settling);
  await styled(world, settling);
  if (options.fullPage) {
    const [, lazy] = await Promise.all([
      world.call('reveal', limits.maxPictureHeight, still),
      world.call<boolean>('isLazy'),
    ]);
    if (!still || lazy) {
      await world.call('scrollThrough', limits.maxPictureHeight, limits.scroll);
      await traffic.quiet(still ? 0 : calm, limits.ready);
      if (!still) {
        await returnToMissed(world, settling);
        await openTallWindow(world, settling);
      }
    }
  }
  if (!still) await world.call('waitForMotion', limits.rest);
  const [ready, sheets] = await Promise.all([
    world.call<Ready>('ready', limits.ready),
    sheetsWithScripting(tab, traffic),
  ]);
  if (ready.missing > 0) warn({ kind: 'images-missing', detail: `${ready.missing} images were still loading.` });
  if (options.delay > 0) await wait(options.delay, undefined, { signal: tab.signal });
  if (ready.mayQueryScripting || sheets.length > 0) await replaceQueries(world, settling, sheets);
  return traffic.navigations === navigations ? sheets : undefined;
}

/** A page may send itself on (a redirect by script, a reload after consent): what it shows at last is settled anew. */
async function settleLast(settling: Settling): Promise<readonly string[]> {
  limitDocuments(settling);
  for (;;) {
    const sheets = await settleDocument(settling).catch((error: unknown) => {
      if (isNavigation(error)) return undefined;
      throw error;
    });
    if (sheets) return sheets;
  }
}

/** A page that reloads or refreshes itself without end is held at the last document it may have. */
function limitDocuments({ tab, traffic, interception, limits, warn }: Settling): void {
  tab.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined || traffic.navigations !== limits.documents) return;
    warn({ kind: 'kept-going', detail: 'The page went on to another address again and again, and was held.' });
    interception.blockNavigation().catch(() => undefined);
  });
}

/** Resolves when the page's main thread has not answered for a while. Never resolves for a page that answers. */
async function stuck(tab: Tab, patience: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(pingEvery, undefined, { signal });
    const ping = tab.send('Runtime.evaluate', { expression: '0' });
    if ((await within(patience, ping)) === timedOut && !signal.aborted) return;
  }
}

/** Ends loops that never let go, and keeps timers from starting them again. */
export async function stopScripts(tab: Tab): Promise<void> {
  await Promise.all([
    tab.send('Emulation.setScriptExecutionDisabled', { value: true }),
    tab.send('Runtime.terminateExecution'),
  ]);
}

/**
 * Waits, within its limits, until the page looks as it will to a person who has read down to its end. Returns the
 * addresses of its sheets with scripting queries, as far as they are known.
 */
export async function settle(settling: Settling): Promise<readonly string[]> {
  const { tab, proxy, options, limits, warn } = settling;
  const done = new AbortController();
  const hung = stuck(tab, limits.unresponsive, done.signal).then(
    (): typeof timedOut => timedOut,
    () => new Promise<never>(() => undefined),
  );
  try {
    const end = await within(limits.settle + options.delay, Promise.race([settleLast(settling), hung]));
    if (end !== timedOut) return end;
  } finally {
    // With a reason of its own: the usual one is an error with a stack, and making it takes half a millisecond.
    done.abort('settled');
  }
  warn({ kind: 'script-stopped', detail: 'The page did not come to rest; its scripts were stopped.' });
  const stopped = stopScripts(tab);
  // A script that waits for an answer can be stopped only when it has one, and Chromium may ask once more.
  for (let asked = 0; asked < 2 && (await within(pingEvery, stopped)) === timedOut; asked += 1) proxy.hangUp();
  await stopped;
  return [];
}
