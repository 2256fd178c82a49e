import type { Tab } from '../chromium/tab.ts';
import { unlessGone } from './frames.ts';
import { enterIsolatedWorldOf, type IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';

/** A frame that fills its window is one of the first. */
const maxFrames = 5;

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

/** Makes a frame that fills the window as high as its content. */
export async function expandFullFrame(world: IsolatedWorld, { tab, traffic, limits }: Settling): Promise<void> {
  if (!traffic.hasFrames || !(await world.call<boolean>('hasFullFrame'))) return;
  const height = await highestFrame(tab);
  if (height > limits.maxPictureHeight) return;
  await world.call('expandFullFrame', height);
  // Elements with the height of the frame have grown with it.
  if ((await highestFrame(tab)) > height * 1.1) await world.call('restoreFullFrame');
}
