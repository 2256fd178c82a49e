import { readFileSync } from 'node:fs';
import type { Tab } from '../chromium/tab.ts';
import { busyFactor } from './machine-load.ts';

const scripts = ['observed-targets', 'long-timers'].map((name) =>
  readFileSync(new URL(`in-page/${name}.js`, import.meta.url), 'utf8'),
);
const source = scripts.join('\n');

/** Runs scripts in the page before its own. Chromium does not count them as scripts of the page (static-page.ts). */
export async function installHooks(tab: Tab): Promise<void> {
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

async function callHook(tab: Tab, name: string, ...given: readonly number[]): Promise<unknown> {
  const expression = `globalThis[Symbol.for('${name}')]?.(${given.join(', ')})`;
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await tab.send('Runtime.evaluate', asked);
  // A page can break the builtins that a hook uses.
  return exceptionDetails ? undefined : result.value;
}

/** Long timers that the page starts from now on run. */
export const stopHoldingTimers = (tab: Tab) => callHook(tab, 'stopHolding');

/** All timers of the page run. */
export const releaseTimers = (tab: Tab) => callHook(tab, 'releaseTimers');

/** Milliseconds of an idle machine until a page begins to load an element in view. */
const patience = 2_300;

/**
 * Visits the targets of observers that the scroll pass may have missed. Returns how many are left because the time is over.
 */
export async function visitTargets(tab: Tab, maxTime: number): Promise<number> {
  const left = await callHook(tab, 'visitTargets', patience * busyFactor(), maxTime);
  return typeof left === 'number' ? left : 0;
}
