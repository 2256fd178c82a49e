import { readFileSync } from 'node:fs';
import type { Tab } from '../chromium/tab.ts';
import type { Settling } from './load.ts';

const source = readFileSync(new URL('in-page/repeatable.js', import.meta.url), 'utf8');

/** Tabs that have loaded their page again. */
const repeatable = new WeakSet<Tab>();

/** A page that has taken longer than this, in milliseconds, is not loaded again. */
const longestFirstLoad = 12_000;

/**
 * Loads a page that moves without end again, so that its animations stop at the same frame in each capture. A page with
 * steps is not loaded again, because they would be done twice. Returns whether the page is loaded again.
 */
export async function repeatMotion({ tab, traffic, options }: Settling, begin: number): Promise<boolean> {
  if (repeatable.has(tab) || options.steps.length > 0 || performance.now() - begin > longestFirstLoad) return false;
  repeatable.add(tab);
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
  const { navigations } = traffic;
  await tab.send('Page.reload');
  return traffic.navigations !== navigations || traffic.navigated(longestFirstLoad);
}
