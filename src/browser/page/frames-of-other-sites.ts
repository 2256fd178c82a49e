import type { Protocol } from 'devtools-protocol';
import type { Tab } from '../chromium/tab.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';
import { busyFactor } from './machine-load.ts';

/**
 * Milliseconds without a request until a frame in view counts as loaded, and the limits for one place and for all on an
 * idle machine.
 */
const visit = { quiet: 300, each: 2_000, all: 8_000 };

/** Milliseconds of an idle machine for the pictures of all frames. */
const picturesTime = 2_500;

/** Scrolls to the frames of other sites, which load and render only in view, and waits for each. */
export async function visitFramesOfOtherSites(world: IsolatedWorld, { traffic }: Settling): Promise<void> {
  if (!traffic.hasFrames) return;
  const places = await world.call<number[]>('placesOfFrames');
  const factor = busyFactor();
  const end = performance.now() + visit.all * factor;
  for (const place of places) {
    const left = end - performance.now();
    if (left <= 0) break;
    await world.call('to', place);
    // A frame begins to render in the second animation frame, which can take longer than the quiet time.
    for (let frames = 0; frames < 2; frames += 1) await world.call('frame');
    await traffic.quiet(visit.quiet, Math.min(visit.each * factor, left));
  }
  if (places.length > 0) await world.call('to', 0);
}

/** Replaces the frames of other sites below the first screen by pictures of them. Called after scripts are stopped. */
export async function pictureFramesOfOtherSites(tab: Tab, world: IsolatedWorld): Promise<void> {
  const count = await world.call<number>('beginFramePictures');
  if (count === 0) return;
  const end = performance.now() + picturesTime * busyFactor();
  const { cssLayoutViewport } = await tab.send('Page.getLayoutMetrics');
  for (let n = 0; n < count && performance.now() < end; n += 1) {
    const place = await world.call<Omit<Protocol.Page.Viewport, 'scale'>>('goToFrame', n);
    if (place.width < 1 || place.height < 1) continue;
    const clip = { ...place, x: place.x + cssLayoutViewport.pageX, scale: 1 };
    const { data } = await tab.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip });
    // cdp.ts has decoded the base64 string.
    await world.call('replaceFrame', n, (data as unknown as Buffer).toString('base64'));
  }
  await world.call('endFramePictures');
}
