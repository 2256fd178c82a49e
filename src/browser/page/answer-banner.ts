import { setTimeout as wait } from 'node:timers/promises';
import {
  acceptControl,
  ageQuestion,
  consentWords,
  payControl,
  rejectControl,
  termsQuestion,
} from '../../domain/consent-words.ts';
import type { Tab } from '../chromium/tab.ts';
import { descendantsOf, unlessGone } from './frames.ts';
import { enterIsolatedWorldOf, type IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';

/** Banners come last. */
const maxFrames = 10;

/** Milliseconds until a banner has disappeared after its answer, and without a request until what it loads is there. */
const closingTime = 1_500;
const quietTime = 200;

const words = {
  consent: consentWords.source,
  gate: `${ageQuestion.source}|${termsQuestion.source}`,
  accepts: acceptControl.source,
  rejects: rejectControl.source,
  pays: payControl.source,
};

async function frameWorlds(tab: Tab): Promise<IsolatedWorld[]> {
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

/** Answers the banner of a page that Autoconsent does not know, also in a frame. */
export async function answerBanner(main: IsolatedWorld, { tab, traffic, options, limits }: Settling): Promise<void> {
  const worlds = traffic.hasFrames ? [main, ...(await frameWorlds(tab))] : [main];
  for (const world of worlds) {
    const question = { words, accept: options.acceptWalls };
    if (!(await unlessGone(world.call<boolean>('answerBanner', question)))) continue;
    const end = performance.now() + closingTime;
    while (performance.now() < end && (await unlessGone(world.call<boolean>('isBannerGone'))) === false)
      await wait(50, undefined, { signal: tab.signal });
    await traffic.quiet(quietTime, limits.ready);
    return;
  }
}
