import { type Viewport, viewportOf } from '../../domain/device.ts';
import type { Tab } from '../chromium/tab.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';
import { setWindow } from './prepare.ts';
import { maxHeight } from './take-picture.ts';

/** Tabs with a window as high as the page. */
const tall = new WeakSet<Tab>();

/** Tabs whose window keeps another height until the next document. */
const resized = new WeakSet<Tab>();

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
  await world.call('tellOfScrolling');
  const after = await world.call<number>('heightOfPage');
  if (after <= before * 1.1) return;
  // Elements with the height of the window have grown with it and moved the rest out of it.
  await closeTallWindow(tab, options);
  await traffic.quiet(quietTime, limits.ready);
}

/** Changes the window until the next document. */
export async function resizeWindow(tab: Tab, viewport: Viewport): Promise<void> {
  resized.add(tab);
  await setWindow(tab, viewport);
}

/** Gives a new document the window of the capture options. */
export async function resetWindow(tab: Tab, options: Settling['options']): Promise<void> {
  const changed = [tall.delete(tab), resized.delete(tab)];
  if (changed.includes(true)) await setWindow(tab, viewportOf(options.viewport));
}

/** After scripts are stopped, the rendered content stays, and elements with the height of the window shrink back. */
export async function closeTallWindow(tab: Tab, options: Settling['options']): Promise<void> {
  if (tall.delete(tab)) await setWindow(tab, viewportOf(options.viewport));
}
