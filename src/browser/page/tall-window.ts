import { viewportOf } from '../../domain/device.ts';
import type { Tab } from '../chromium/tab.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';
import { setWindow } from './prepare.ts';
import { maxHeight } from './take-picture.ts';

/** Those whose window is as high as their page. */
const tall = new WeakSet<Tab>();

/** For how long nothing may load before what came into view counts as loaded. Many a page lets some of it pass. */
const calm = 500;

/** A page that draws only what is in view gets a window in which all of it is. */
export async function openTallWindow(world: IsolatedWorld, { tab, traffic, options, limits }: Settling): Promise<void> {
  const viewport = viewportOf(options.viewport);
  const screens = await world.call<number>('screensDrawnInView', maxHeight(viewport, limits));
  if (screens === 0) return;
  const before = await world.call<number>('heightOfPage');
  tall.add(tab);
  await setWindow(tab, { ...viewport, height: Math.ceil(viewport.height * screens) });
  await traffic.quiet(calm, limits.ready);
  await world.call('waitForMotion', limits.rest);
  const after = await world.call<number>('heightOfPage');
  if (after <= before * 1.1) return;
  // Parts that are as high as the window have grown with it, and pushed out of it what is below them.
  await closeTallWindow(tab, options);
  await traffic.quiet(calm, limits.ready);
}

/** Once scripts are stopped, what was drawn stays; and what is as high as the window is again as it was. */
export async function closeTallWindow(tab: Tab, options: Settling['options']): Promise<void> {
  if (tall.delete(tab)) await setWindow(tab, viewportOf(options.viewport));
}
