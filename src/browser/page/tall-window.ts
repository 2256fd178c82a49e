import { viewportOf } from '../../domain/device.ts';
import type { Tab } from '../chromium/tab.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';
import { setWindow } from './prepare.ts';
import { maxHeight } from './take-picture.ts';

/** Tabs with a window as high as the page. */
const tall = new WeakSet<Tab>();

/** Milliseconds without a request until the new content counts as loaded. Many pages start to load after a delay. */
const quietTime = 500;

/** A page that renders only what is in view gets a window as high as the whole page. */
export async function openTallWindow(world: IsolatedWorld, { tab, traffic, options, limits }: Settling): Promise<void> {
  const viewport = viewportOf(options.viewport);
  const screens = await world.call<number>('screensDrawnInView', maxHeight(viewport, limits));
  if (screens === 0) return;
  const before = await world.call<number>('heightOfPage');
  tall.add(tab);
  await setWindow(tab, { ...viewport, height: Math.ceil(viewport.height * screens) });
  await traffic.quiet(quietTime, limits.ready);
  await world.call('waitForMotion', limits.motion);
  const after = await world.call<number>('heightOfPage');
  if (after <= before * 1.1) return;
  // Elements with the height of the window have grown with it and moved the rest out of it.
  await closeTallWindow(tab, options);
  await traffic.quiet(quietTime, limits.ready);
}

/** After scripts are stopped, the rendered content stays, and elements with the height of the window shrink back. */
export async function closeTallWindow(tab: Tab, options: Settling['options']): Promise<void> {
  if (tall.delete(tab)) await setWindow(tab, viewportOf(options.viewport));
}
