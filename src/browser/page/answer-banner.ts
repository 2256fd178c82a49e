import { setTimeout as wait } from 'node:timers/promises';
import {
  acceptControl,
  ageQuestion,
  closeControl,
  consentWords,
  payControl,
  rejectControl,
  saveControl,
  termsQuestion,
} from '../../domain/consent-words.ts';
import type { Tab } from '../chromium/tab.ts';
import { frameWorlds } from './frame-worlds.ts';
import { unlessGone } from './frames.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';
import { busyFactor } from './machine-load.ts';

/** Milliseconds until a banner has disappeared after its answer, and without a request until what it loads is there. */
const closingTime = 1_500;
const quietTime = 200;

/** Milliseconds until a frame in front of the page has text, on an idle machine. */
const fillingTime = 2_000;

const words = {
  consent: consentWords.source,
  gate: `${ageQuestion.source}|${termsQuestion.source}`,
  accepts: acceptControl.source,
  rejects: rejectControl.source,
  pays: payControl.source,
  closes: closeControl.source,
  saves: saveControl.source,
};

/** Waits until the answered banner has disappeared. Returns whether it has. */
async function isGone(world: IsolatedWorld, tab: Tab): Promise<boolean> {
  for (const end = performance.now() + closingTime; performance.now() < end; )
    if ((await unlessGone(world.call<boolean>('isBannerGone'))) !== false) return true;
    else await wait(50, undefined, { signal: tab.signal });
  return false;
}

/** Returns whether there was a banner that could be answered. */
async function answerFirst(
  worlds: readonly IsolatedWorld[],
  { tab, traffic, options, limits }: Settling,
): Promise<boolean> {
  for (const world of worlds) {
    const question = { words, accept: options.acceptWalls };
    if (!(await unlessGone(world.call<boolean>('answerBanner', question)))) continue;
    if (!(await isGone(world, tab)) && (await unlessGone(world.call<boolean>('saveChoices', words))))
      await isGone(world, tab);
    await traffic.quiet(quietTime, limits.ready);
    return true;
  }
  return false;
}

/** Whether the frames have no text yet, and one of them is in front of the page. */
async function isFrameFilling(main: IsolatedWorld, frames: readonly IsolatedWorld[]): Promise<boolean> {
  if (!(await main.call<boolean>('hasFrameInFront'))) return false;
  const empty = await Promise.all(frames.map((frame) => unlessGone(frame.call<boolean>('isEmpty'))));
  return !empty.includes(false);
}

/** Answers the banner of a page that Autoconsent does not know, also in a frame. */
export async function answerBanner(main: IsolatedWorld, settling: Settling): Promise<void> {
  const { tab, traffic } = settling;
  const end = performance.now() + fillingTime * busyFactor();
  for (;;) {
    const frames = traffic.hasFrames ? await frameWorlds(tab) : [];
    // Asked first: a frame that fills after it was looked at is looked at once more.
    const isFilling = frames.length > 0 && (await isFrameFilling(main, frames));
    if (await answerFirst([main, ...frames], settling)) return;
    if (!isFilling || performance.now() > end) return;
    await wait(50, undefined, { signal: tab.signal });
  }
}
