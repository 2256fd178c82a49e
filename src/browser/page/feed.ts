import { setTimeout as wait } from 'node:timers/promises';
import type { IsolatedWorld } from './isolated-world.ts';
import type { Settling } from './load.ts';

/** A page without end gets a picture of the same part each time, so these end it and not the time. Height in CSS pixels. */
const most = { batches: 20, height: 30_000 };

/** Milliseconds for one batch. */
const batchTime = 4_000;

/** The result of endOfPage in in-page/scroll.js. `isCut`: the time for scrolling was over before the end. */
type End = { readonly height: number; readonly isLoading: boolean; readonly isCut?: boolean };

type Scrolling = Settling & { readonly startedAt: number };

/** Waits for more content at the end of the page. Returns false at once if none is under way. */
async function grows(world: IsolatedWorld, before: End, { tab, traffic, startedAt }: Scrolling): Promise<boolean> {
  const limit = performance.now() + batchTime;
  for (let now = before; now.height <= before.height; now = await world.call<End>('endOfPage')) {
    const isUnderWay = now.isLoading || traffic.isBusySince(startedAt);
    if (!isUnderWay || performance.now() > limit) return false;
    await wait(50, undefined, { signal: tab.signal });
  }
  return true;
}

/** Scrolls through the page, and on while it loads more content at its end. */
export async function scrollThrough(world: IsolatedWorld, settling: Settling, isStatic: boolean): Promise<void> {
  const { traffic, limits, warn } = settling;
  const scrolling = { ...settling, startedAt: traffic.requests };
  const latest = performance.now() + limits.feed;
  let end = await world.call<End>('scrollThrough', limits.maxPictureHeight, limits.scroll);
  for (let batch = 1; !isStatic && end.height < limits.maxPictureHeight; batch += 1) {
    if (!(await grows(world, end, scrolling))) break;
    if (batch === most.batches || end.height >= most.height || performance.now() > latest) {
      warn({ kind: 'feed-stopped', detail: 'The page loads more content at its end; the picture ends before.' });
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
}
