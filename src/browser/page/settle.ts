import { setTimeout as wait } from 'node:timers/promises';
import { counted } from '../../domain/counted.ts';
import { isNavigation, type Tab } from '../chromium/tab.ts';
import { timedOut, within } from '../deadline.ts';
import { answerBanner } from './answer-banner.ts';
import { findClosedRoots } from './closed-roots.ts';
import { answerConsent, type ConsentState, consentStates } from './consent.ts';
import { scrollThrough } from './feed.ts';
import { visitFramesOfOtherSites } from './frames-of-other-sites.ts';
import { expandFullFrame } from './full-frame.ts';
import { enterIsolatedWorld, type IsolatedWorld } from './isolated-world.ts';
import { loaded, type Settling } from './load.ts';
import { waitForElement } from './one-element.ts';
import { releaseTimers, stopHoldingTimers, visitTargets } from './page-hooks.ts';
import { followRefresh, isLoading, waitForContent } from './progress.ts';
import { endAnimations, type Rest, stopMotion, waitForRest } from './repeatable.ts';
import { isServedScriptless, replaceUnreadableQueries, sheetsWithScripting } from './scripting-queries.ts';
import { openTallWindow, resetWindow } from './tall-window.ts';

/** Milliseconds without a request until a page counts as loaded after scrolling. */
const quietTime = 200;
const pingEvery = 1_000;

/** The part of the consent limit to wait in each state. */
const consentPatience: Record<ConsentState, number> = {
  answering: 1,
  detected: 0.25,
  ignored: 0.25,
  looking: 0.15,
  none: 0,
  answered: 0,
  stuck: 0,
};

async function autoconsent(world: IsolatedWorld, { tab, limits }: Settling): Promise<void> {
  // An application may have rendered a banner since the first check.
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

async function consent(world: IsolatedWorld, settling: Settling): Promise<void> {
  await autoconsent(world, settling);
  await findClosedRoots(settling.tab, world);
  await answerBanner(world, settling);
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

/** Scrolls back to images that did not load and to elements that appear only in view. */
async function returnToMissed(world: IsolatedWorld, { tab, traffic, limits, warn }: Settling): Promise<void> {
  const { any, left } = await world.call<{ any: boolean; left: number }>('loadMissed');
  if (any) await traffic.quiet(quietTime, limits.ready);
  if (left > 0) warn({ kind: 'images-missing', detail: `${counted(left, 'image')} did not load while in view.` });
  const unvisited = await visitTargets(tab, limits.scroll);
  if (unvisited > 0)
    warn({ kind: 'images-missing', detail: `${counted(unvisited, 'element')} may have had no time to load in view.` });
  await world.call('revealByScrolling', limits.scrollReveal);
}

/** Returns whether it has reached the end of the page. */
async function passThrough(world: IsolatedWorld, settling: Settling): Promise<boolean> {
  const [isWhole] = await Promise.all([scrollThrough(world, settling, false), stopHoldingTimers(settling.tab)]);
  await settling.traffic.quiet(quietTime, settling.limits.ready);
  await returnToMissed(world, settling);
  return isWhole;
}

/** Waits until nothing moves, and scrolls again through a page that has added content meanwhile. */
async function restAfterLateContent(world: IsolatedWorld, settling: Settling): Promise<Rest> {
  const latest = performance.now() + settling.limits.feed;
  let rest = await waitForRest(world, settling);
  while (rest.hasLateContent) {
    await passThrough(world, settling);
    if (performance.now() > latest) break;
    rest = await waitForRest(world, settling);
  }
  return rest;
}

/** The result of waitForResources in in-page/freeze.js. */
type Ready = { readonly missing: number; readonly mayQueryScripting: boolean };

/** Called while scripts still run, so that the page never shows its style for visitors without scripts. */
async function replaceQueries(
  world: IsolatedWorld,
  { tab, traffic }: Settling,
  sheets: readonly string[],
): Promise<void> {
  if (isServedScriptless(traffic)) return;
  if (await world.call<boolean>('replaceScriptingQueries', sheets)) await replaceUnreadableQueries(tab, world);
}

/** Returns the addresses of the sheets with scripting queries, or undefined if the page has navigated meanwhile. */
async function settleDocument(settling: Settling): Promise<readonly string[] | undefined> {
  const { tab, traffic, options, limits, warn } = settling;
  const begin = performance.now();
  await resetWindow(tab, options);
  const { world, ...found } = await loaded(settling);
  const isStatic = found.isStatic && options.steps.length === 0;
  const { navigations } = traffic;
  if (options.steps.length > 0 || options.waitForSelector !== null || options.delay > 0) await releaseTimers(tab);
  if (await followRefresh(settling)) return undefined;
  let unfinished = !isStatic && (await waitForContent(world, settling));
  // A static page has no consent banner.
  if (options.consent && !isStatic) await consent(world, settling);
  if (options.steps.length > 0) {
    if (!(await settling.steps.run(world, settling))) return undefined;
    unfinished = await waitForContent(world, settling);
  }
  await selected(world, settling);
  await styled(world, settling);
  // Before scrolling, because the places of advertisements make a page longer.
  await settling.ads?.hide(world);
  let isWhole = true;
  if (options.fullPage) {
    await endAnimations(world, settling);
    await expandFullFrame(world, settling);
    const [, lazy] = await Promise.all([
      world.call('reveal', limits.maxPictureHeight, isStatic),
      world.call<boolean>('isLazy'),
    ]);
    if (isStatic && lazy) {
      await scrollThrough(world, settling, isStatic);
      await traffic.quiet(0, limits.ready);
    } else if (!isStatic) {
      isWhole = await passThrough(world, settling);
      await visitFramesOfOtherSites(world, settling);
      await openTallWindow(world, settling);
    }
  }
  if (options.fullPage && !isStatic) await settling.ads?.hide(world);
  if (options.element !== null) await waitForElement(world, options.element, limits.selector);
  if (!isStatic) {
    const rest = await (isWhole ? restAfterLateContent : waitForRest)(world, settling);
    if (await stopMotion(settling, rest, begin)) return undefined;
    if (isWhole && rest.hasLateContent && (await world.call<boolean>('waitsToBeInView')))
      warn({ kind: 'still-loading', detail: 'The page was still adding content when the picture was taken.' });
  }
  await traffic.imagesAndFontsLoaded(limits.images);
  const [ready, sheets] = await Promise.all([
    world.call<Ready>('waitForResources', limits.ready, traffic.loadingImages),
    sheetsWithScripting(tab, traffic),
  ]);
  if (traffic.loadingFonts > 0) warn({ kind: 'load-unfinished', detail: 'A font of the page was still loading.' });
  if (ready.missing > 0)
    warn({ kind: 'images-missing', detail: `${counted(ready.missing, 'image')} did not finish loading.` });
  if (unfinished && (await isLoading(world)))
    warn({ kind: 'still-loading', detail: 'The page only showed that it was loading.' });
  if (options.delay > 0) await wait(options.delay, undefined, { signal: tab.signal });
  if (ready.mayQueryScripting || sheets.length > 0) await replaceQueries(world, settling, sheets);
  return traffic.navigations === navigations ? sheets : undefined;
}

/** A page can navigate (a redirect by script, a reload after consent). Each new document is settled from the start. */
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

/** Blocks the navigation of a page that reloads or refreshes itself endlessly. */
function limitDocuments({ tab, traffic, interception, options, limits, warn }: Settling): void {
  const most = limits.documents + options.steps.length;
  tab.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined || traffic.navigations !== most) return;
    warn({ kind: 'kept-going', detail: 'The page navigated again and again; further navigation was blocked.' });
    interception.blockNavigation().catch(() => undefined);
  });
}

/** Resolves when the main thread of the page does not answer. Never resolves for a page that answers. */
async function stuck({ tab, traffic, limits }: Settling, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(pingEvery, undefined, { signal });
    const ping = tab.send('Runtime.evaluate', { expression: '0' });
    const isSilent = (await within(limits.unresponsive, ping)) === timedOut;
    // A page that has requested another document may not answer before that document arrives.
    if (isSilent && !traffic.isNavigating && !signal.aborted) return;
  }
}

/** Whether a page whose scripts were stopped is known to lack content. */
async function isIncomplete({ tab, options, limits }: Settling): Promise<boolean> {
  const asked = enterIsolatedWorld(tab)
    .then((world) => world.call<boolean>('isIncomplete', options.fullPage))
    // The page is captured all the same.
    .catch(() => false);
  return (await within(limits.unresponsive, asked)) === true;
}

/** Terminates endless loops and prevents timers from starting them again. */
export async function stopScripts(tab: Tab): Promise<void> {
  await Promise.all([
    tab.send('Emulation.setScriptExecutionDisabled', { value: true }),
    tab.send('Runtime.terminateExecution'),
  ]);
}

/**
 * Waits within the limits, and for this time at most, until the page looks as it does to a person who has read it to the
 * end. Returns the addresses of the sheets with scripting queries, as far as they are known.
 */
export async function settle(settling: Settling, time: number): Promise<readonly string[]> {
  const { tab, proxy, steps, warn } = settling;
  const done = new AbortController();
  const hung = stuck(settling, done.signal).then(
    (): typeof timedOut => timedOut,
    () => new Promise<never>(() => undefined),
  );
  try {
    const end = await within(time, Promise.race([settleLast(settling), hung]));
    if (end !== timedOut) return end;
  } finally {
    // The default reason is an error with a stack, which takes half a millisecond.
    done.abort('settled');
  }
  steps.failUnlessDone();
  warn({ kind: 'script-stopped', detail: 'The page did not come to rest; its scripts were stopped.' });
  const stopped = stopScripts(tab);
  // A script in a synchronous request stops only after the request has ended, and Chromium may repeat the request.
  for (let asked = 0; asked < 2 && (await within(pingEvery, stopped)) === timedOut; asked += 1) proxy.hangUp();
  await stopped;
  if (await isIncomplete(settling))
    warn({ kind: 'still-loading', detail: 'The page was stopped before all of its content was loaded.' });
  return [];
}
