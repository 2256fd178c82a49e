import type { Session } from '../chromium/out-of-process-frames.ts';
import type { Tab } from '../chromium/tab.ts';
import { findClosedRoots } from './closed-roots.ts';
import { descendantsOf, unlessGone } from './frames.ts';
import { enterIsolatedWorldOf, type IsolatedWorld } from './isolated-world.ts';

/** A page can have any number of frames. Banners and advertisements come last. */
const maxFrames = 10;

async function enterFrame(session: Session, frameId: string): Promise<IsolatedWorld> {
  const world = await enterIsolatedWorldOf(session, frameId);
  await findClosedRoots(session, world);
  return world;
}

/** Isolated worlds in the last frames of a page, of any site, which see closed shadow roots. Omits frames that disappear meanwhile. */
export async function frameWorlds(tab: Tab): Promise<IsolatedWorld[]> {
  const { frameTree } = await tab.send('Page.getFrameTree');
  const opening = [
    ...descendantsOf(frameTree).map(
      ({ id }) =>
        () =>
          enterFrame(tab, id),
    ),
    ...[...tab.outOfProcessFrames.ids].map(
      (id) => async () => enterFrame(await tab.outOfProcessFrames.sessionOf(id), id),
    ),
  ];
  const worlds = await Promise.all(opening.slice(-maxFrames).map((open) => unlessGone(open())));
  return worlds.filter((world) => world !== undefined);
}
