import type { Tab } from '../chromium/tab.ts';
import { descendantsOf, unlessGone } from './frames.ts';
import { enterIsolatedWorldOf, type IsolatedWorld } from './isolated-world.ts';

/** A page can have any number of frames. Banners and advertisements come last. */
const maxFrames = 10;

/** Isolated worlds in the last frames of a page, of any site. Omits frames that disappear meanwhile. */
export async function frameWorlds(tab: Tab): Promise<IsolatedWorld[]> {
  const { frameTree } = await tab.send('Page.getFrameTree');
  const opening = [
    ...descendantsOf(frameTree).map(
      ({ id }) =>
        () =>
          enterIsolatedWorldOf(tab, id),
    ),
    ...[...tab.outOfProcessFrames.ids].map(
      (id) => async () => enterIsolatedWorldOf(await tab.outOfProcessFrames.sessionOf(id), id),
    ),
  ];
  const worlds = await Promise.all(opening.slice(-maxFrames).map((open) => unlessGone(open())));
  return worlds.filter((world) => world !== undefined);
}
