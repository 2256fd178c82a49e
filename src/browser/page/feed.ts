import { setTimeout as wait } from 'node:timers/promises';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';

/** These limits end an endless page before the time does, so each picture has the same part of it. Height in CSS pixels. */
const most = { batches: 20, height: 30_000 };

/** Milliseconds for one batch. */
const batchTime = 4_000;

/** Within this time, in milliseconds, a page notices that it was scrolled: many look only some times a second. */
const noticeTime = 300;

/** The result of endOfPage in in-page/scroll.js. `isCut`: the time for scrolling was over before the end. */
type End = { readonly height: number; readonly isLoading: boolean; readonly isCut?: boolean };

type Scrolling = Settling & { readonly startedAt: number };

async function listensToScrolling({ tab }: Scrolling): Promise<boolean> {
  const answers = ['globalThis', 'document'].map(async (expression) => {
    const { result } = await tab.send('Runtime.evaluate', { expression });
    return tab.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
  });
  return (await Promise.all(answers)).some(({ listeners }) => listeners.some(({ type }) => type === 'scroll'));
}

/** Waits for more content at the end of the page. Returns false if none is under way. */
async function grows(world: IsolatedWorld, before: End, scrolling: Scrolling): Promise<boolean> {
  const { tab, traffic, limits, startedAt } = scrolling;
  const limit = performance.now() + batchTime;
  let [now, hasNoticed] = [before, false];
  for (; now.height <= before.height; now = await world.call<End>('endOfPage')) {
    if (performance.now() > limit) return false;
    if (now.isLoading || traffic.isBusySince(startedAt)) await wait(50, undefined, { signal: tab.signal });
    else if (hasNoticed || !(await listensToScrolling(scrolling))) return false;
    else {
      hasNoticed = true;
      // The page is told in the next frame that it was scrolled.
      await world.call('frame');
      await traffic.quiet(noticeTime, limits.ready);
    }
  }
  return true;
}

/** Scrolls through the page, and on while it loads more content at its end. Returns whether it has reached the end. */
export async function scrollThrough(world: IsolatedWorld, settling: Settling, isStatic: boolean): Promise<boolean> {
  const { traffic, limits, warn } = settling;
  const scrolling = { ...settling, startedAt: traffic.requests };
  const latest = performance.now() + limits.feed;
  let isWhole = true;
  let end = await world.call<End>('scrollThrough', limits.maxPictureHeight, limits.scroll);
  for (let batch = 1; !isStatic && end.height < limits.maxPictureHeight; batch += 1) {
    if (!(await grows(world, end, scrolling))) break;
    if (batch === most.batches || end.height >= most.height || performance.now() > latest) {
      isWhole = false;
      warn({
        kind: 'feed-stopped',
        detail: 'The page loads more content at its end; the picture does not contain all of it.',
      });
      break;
    }
    end = await world.call<End>('scrollOn', limits.maxPictureHeight, limits.scroll);
  }
  if (end.isCut)
    warn({
      kind: 'load-unfinished',
      detail: 'The page is so long that its end was not scrolled into view; images may be missing there.',
    });
  await world.call('returnToTop');
  return isWhole && !end.isCut;
}
