import { setTimeout as wait } from 'node:timers/promises';
import {
  acceptControl,
  ageQuestion,
  consentWords,
  payControl,
  rejectControl,
  termsQuestion,
} from '../../domain/consent-words.ts';
import { frameWorlds } from './frame-worlds.ts';
import { unlessGone } from './frames.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';

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
