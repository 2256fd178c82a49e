import type { CaptureRecord } from '../domain/capture-schedule.ts';
import { Problem } from '../domain/problem.ts';
import type { Health } from '../metrics/health.ts';
import type { Meters } from '../metrics/meters.ts';

/** What a worker tells the process that is watched. Plain data, for it may come from another one. */
export type WorkerNews =
  | { readonly kind: 'alive' }
  | { readonly kind: 'browser-ready' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'captured'; readonly record: CaptureRecord; readonly browserRestarts: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'stored'; readonly bytes: number }
  | { readonly kind: 'paused'; readonly reason: string; readonly yes: boolean };

/** How often a worker says that it is alive. */
export const SIGN_OF_LIFE_MS = 5_000;

interface Watched {
  readonly meters: Meters;
  readonly health: Pick<Health, 'add'>;
}

/** Answers what notes the news where the process is watched. */
export function noteNews({ meters, health }: Watched): (news: WorkerNews) => void {
  let ready = false;
  /** Of the worker that runs, and of those before it. */
  let browserRestarts = 0;
  let restartsBefore = 0;
  const pausedFor = new Set<string>();
  health.add('browser', async () => {
    if (!ready) throw new Problem('unavailable', 'There is no browser yet.');
  });
  meters.watchBrowsers(() => restartsBefore + browserRestarts);
  return (news) => {
    switch (news.kind) {
      case 'alive':
        break;
      case 'browser-ready':
        ready = true;
        break;
      case 'ended':
        ready = false;
        restartsBefore += browserRestarts;
        browserRestarts = 0;
        // Whether the next one has to pause, it finds out for itself.
        for (const reason of pausedFor) meters.paused(reason, false);
        pausedFor.clear();
        break;
      case 'captured':
        browserRestarts = news.browserRestarts;
        meters.captured(news.record);
        break;
      case 'lost':
        meters.lost();
        break;
      case 'stored':
        meters.stored(news.bytes);
        break;
      case 'paused':
        meters.paused(news.reason, news.yes);
        if (news.yes) pausedFor.add(news.reason);
        else pausedFor.delete(news.reason);
        break;
    }
  };
}
