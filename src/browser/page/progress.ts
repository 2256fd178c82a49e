import { setTimeout as wait } from 'node:timers/promises';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';
import { busyFactor } from './machine-load.ts';
import { releaseTimers } from './page-hooks.ts';

/** The result of in-page/progress.js. */
type Progress = 'hidden' | 'blank' | 'loading' | 'partly' | 'leaving' | 'shown';

/** How often the content limit to wait: `busy` while requests are pending, else `idle`. */
const patience: Record<Progress, { readonly idle: number; readonly busy: number }> = {
  // Tests of variants hide a page for four seconds at most, AMP for eight.
  hidden: { idle: 3, busy: 4 },
  blank: { idle: 1, busy: 4 },
  loading: { idle: 2, busy: 4 },
  partly: { idle: 0.3, busy: 2 },
  leaving: { idle: 2, busy: 4 },
  // Only requests of scripts that have no answer yet: a search can show its page before its results.
  shown: { idle: 0, busy: 2 },
};

/** Milliseconds without a request until content that came late counts as loaded. */
const quietTime = 300;

/**
 * Waits while the page is blank or only shows that it is loading. A page that shows its content takes one round trip.
 * Returns whether the page still shows nothing else.
 */
export async function waitForContent(world: IsolatedWorld, { tab, traffic, limits }: Settling): Promise<boolean> {
  const begin = performance.now();
  let isReleased = false;
  for (let waited = false; ; waited = true) {
    const progress = await world.call<Progress>('progress');
    const isBusy = progress === 'shown' ? traffic.isFetching : traffic.isBusy;
    const times = patience[progress][isBusy ? 'busy' : 'idle'];
    if (performance.now() - begin >= times * limits.content) {
      if (waited) await traffic.quiet(quietTime, limits.ready);
      return progress === 'loading';
    }
    if (!isReleased && progress !== 'shown') {
      isReleased = true;
      await releaseTimers(tab);
    }
    await wait(100, undefined, { signal: tab.signal });
  }
}

export async function isLoading(world: IsolatedWorld): Promise<boolean> {
  return (await world.call<Progress>('progress')) === 'loading';
}

/** Seconds. A later refresh updates a page that visitors read meanwhile. */
const longestRefresh = 10;

/** Milliseconds of an idle machine from the time of a refresh to its request. */
const refreshDelay = 1_500;

/** Waits for a refresh that leads to another address soon. Returns whether the page has navigated. */
export async function followRefresh({ traffic, limits }: Settling): Promise<boolean> {
  const { refresh } = traffic;
  if (!refresh || refresh.delay > longestRefresh) return false;
  if (await traffic.navigated(refresh.at + refreshDelay * busyFactor() - performance.now())) return true;
  return traffic.isNavigating && traffic.navigated(limits.load);
}
