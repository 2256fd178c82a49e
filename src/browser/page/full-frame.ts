import { viewportOf } from '../../domain/device.ts';
import type { Tab } from '../chromium/tab.ts';
import { descendantsOf, unlessGone } from './frames.ts';
import { enterIsolatedWorldOf, type IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';
import { resizeWindow } from './tall-window.ts';

/** A frame that fills its window is one of the first. */
const maxFrames = 10;

async function heightOfFrame(tab: Tab, frameId: string): Promise<number> {
  const world = await enterIsolatedWorldOf(tab, frameId);
  return world.call<number>('heightOfPage');
}

/** The height of the highest of the first frames. */
async function highestFrame(tab: Tab): Promise<number> {
  const { frameTree } = await tab.send('Page.getFrameTree');
  const children = (frameTree.childFrames ?? []).slice(0, maxFrames);
  const heights = await Promise.all(children.map(({ frame }) => unlessGone(heightOfFrame(tab, frame.id))));
  return Math.max(0, ...heights.map((each) => each ?? 0));
}

async function hiddenHeight(tab: Tab, frameId: string): Promise<number> {
  const world = await enterIsolatedWorldOf(tab, frameId);
  return world.call<number>('hiddenHeight');
}

/** The rows of a frameset that are a part of the window show only that part of a higher window. */
const mostRounds = 4;

/** Makes the window so high that the frames of a frameset show all of their content. */
async function expandFrameset({ tab, options, limits }: Settling): Promise<void> {
  const viewport = viewportOf(options.viewport);
  let { height } = viewport;
  for (let round = 0; round < mostRounds; round += 1) {
    const { frameTree } = await tab.send('Page.getFrameTree');
    const frames = descendantsOf(frameTree).slice(0, maxFrames);
    const hidden = await Promise.all(frames.map(({ id }) => unlessGone(hiddenHeight(tab, id))));
    const more = Math.max(0, ...hidden.map((each) => each ?? 0));
    if (more === 0) return;
    height = Math.min(height + more, limits.maxPictureHeight);
    await resizeWindow(tab, { ...viewport, height });
  }
}

/** Makes a frame that fills the window as high as its content. */
export async function expandFullFrame(world: IsolatedWorld, settling: Settling): Promise<void> {
  const { tab, traffic, limits } = settling;
  if (!traffic.hasFrames) return;
  if (await world.call<boolean>('isFrameset')) return expandFrameset(settling);
  if (!(await world.call<boolean>('hasFullFrame'))) return;
  const height = await highestFrame(tab);
  if (height > limits.maxPictureHeight) return;
  await world.call('expandFullFrame', height);
  // Elements with the height of the frame have grown with it.
  if ((await highestFrame(tab)) > height * 1.1) await world.call('restoreFullFrame');
}
