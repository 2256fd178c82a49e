import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tab } from '../chromium/tab.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';
import { busyFactor } from './machine-load.ts';

const source = readFileSync(new URL('in-page/repeatable.js', import.meta.url), 'utf8');

/** Tabs that have loaded their page again. */
const repeatable = new WeakSet<Tab>();

/** A page that has taken longer than this, in milliseconds of an idle machine, is not loaded again. */
const longestFirstLoad = 12_000;

/** Milliseconds of an idle machine until the animations of a page that was loaded again have ended. */
const animationTime = 10_000;

/** The result of waitForMotion in in-page/freeze.js. */
export type Rest = {
  readonly motion: 'still' | 'moving' | 'stepping' | 'unknown';
  /** The page needs to be scrolled through again. */
  readonly hasLateContent: boolean;
};

/** The visible part of the page as an image. */
async function pictureOfWindow(world: IsolatedWorld, tab: Tab): Promise<Buffer> {
  // On a busy machine a frame can take longer than any pause.
  await world.call('frame');
  const { data } = await tab.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  // cdp.ts has decoded the base64 string.
  return data as unknown as Buffer;
}

/** Whether pictures of the window differ, for canvases that a script cannot read. */
async function isRedrawn(world: IsolatedWorld, tab: Tab): Promise<boolean> {
  const first = await pictureOfWindow(world, tab);
  for (let compared = 0; compared < 2; compared += 1) {
    await wait(75, undefined, { signal: tab.signal });
    if (!first.equals(await pictureOfWindow(world, tab))) return true;
  }
  return false;
}

/** Whether a canvas below the first screen moves while it is in view. */
async function movesInView(world: IsolatedWorld, { tab }: Settling): Promise<boolean> {
  let isMoving = false;
  while (await world.call<boolean>('toNextCanvas'))
    isMoving ||= (await world.call<boolean>('areCanvasesMoving')) || (await isRedrawn(world, tab));
  return isMoving;
}

/** Waits for movements that scripts animate. */
export async function waitForRest(world: IsolatedWorld, settling: Settling): Promise<Rest> {
  const { tab, limits, options } = settling;
  await animationsEnded(world, settling);
  const rest = await world.call<Rest>('waitForMotion', limits.motion);
  if (rest.motion !== 'unknown') return rest;
  const isMoving = (await isRedrawn(world, tab)) || (options.fullPage && (await movesInView(world, settling)));
  return { ...rest, motion: isMoving ? 'moving' : 'still' };
}

/** Waits until the animations of a page that was loaded again have ended, and their last frame is drawn. */
async function animationsEnded(world: IsolatedWorld, { tab }: Settling): Promise<void> {
  if (!repeatable.has(tab)) return;
  const expression = `globalThis[Symbol.for('still')]?.() ?? true`;
  for (const end = performance.now() + animationTime * busyFactor(); performance.now() < end; ) {
    const { result } = await tab.send('Runtime.evaluate', { expression });
    if (result.value === true && !(await isRedrawn(world, tab))) return;
    await wait(50, undefined, { signal: tab.signal });
  }
}

/**
 * Scrolling stops and starts animations. In a page that was loaded again, they run to their end before that: otherwise
 * they would have drawn a different number of frames in each capture. Canvases that move only in view do so in view.
 */
export async function endAnimations(world: IsolatedWorld, settling: Settling): Promise<void> {
  if (!repeatable.has(settling.tab)) return;
  await animationsEnded(world, settling);
  await world.call('keepCanvases');
  while (await world.call<boolean>('toNextCanvas')) {
    await animationsEnded(world, settling);
    await world.call('keepCanvases');
  }
}

/** A page can start any number of workers. */
const maxWorkers = 20;

/** A worker can draw on a canvas. Runs the same script in each worker of later documents, before its own. */
async function repeatInWorkers(tab: Tab): Promise<void> {
  const attach = (autoAttach: boolean) =>
    tab.send('Target.setAutoAttach', {
      autoAttach,
      waitForDebuggerOnStart: autoAttach,
      flatten: true,
      filter: [{ type: 'worker' }],
    });
  let workers = 0;
  tab.on('Target.attachedToTarget', ({ sessionId }) => {
    workers += 1;
    const worker = tab.attached(sessionId);
    const sent = [
      worker.send('Runtime.evaluate', { expression: source }),
      worker.send('Runtime.runIfWaitingForDebugger'),
      workers === maxWorkers && attach(false),
    ];
    // The worker or the page has ended.
    Promise.all(sent).catch(() => undefined);
  });
  await attach(true);
}

/**
 * Loads a page that moves without end again, so that its animations stop at the same frame in each capture. A page that
 * changes slowly would not stop, and the steps of the capture options would be done twice. Returns whether the page is
 * loaded again.
 */
export async function stopMotion(settling: Settling, { motion }: Rest, begin: number): Promise<boolean> {
  const { tab, traffic, options, warn } = settling;
  const isAgain = repeatable.has(tab);
  if (motion === 'still') return false;
  if (
    isAgain ||
    motion === 'stepping' ||
    options.steps.length > 0 ||
    performance.now() - begin > longestFirstLoad * busyFactor()
  ) {
    // A document that still arrives has a warning of its own.
    const { result } = await tab.send('Runtime.evaluate', { expression: 'document.readyState' });
    if (result.value !== 'loading')
      warn({ kind: 'script-stopped', detail: 'The page changed without end, so its next picture can differ.' });
    return false;
  }
  repeatable.add(tab);
  await Promise.all([tab.send('Page.addScriptToEvaluateOnNewDocument', { source }), repeatInWorkers(tab)]);
  const { navigations } = traffic;
  await tab.send('Page.reload');
  return traffic.navigations !== navigations || traffic.navigated(longestFirstLoad);
}
