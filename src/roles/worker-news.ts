import type { CaptureRecord } from '../domain/capture-schedule.ts';
import { Problem } from '../domain/problem.ts';
import type { Health } from '../metrics/health.ts';
import type { Meters } from '../metrics/meters.ts';
import type { MailNews } from '../work/mails.ts';

/** Messages of a worker to the process that serves metrics and health. Plain data, because it may be another process. */
export type WorkerNews =
  | { readonly kind: 'alive' }
  | { readonly kind: 'browser-ready' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'captured'; readonly record: CaptureRecord; readonly browserRestarts: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'mailed'; readonly news: MailNews }
  | { readonly kind: 'stored'; readonly bytes: number }
  | { readonly kind: 'paused'; readonly reason: string; readonly yes: boolean };

/** The interval of the message `alive`. */
export const HEARTBEAT_MS = 5_000;

interface Watched {
  readonly meters: Meters;
  readonly health: Pick<Health, 'add'>;
}

/** Returns a function that applies messages to the metrics and the health of this process. */
export function noteNews({ meters, health }: Watched): (news: WorkerNews) => void {
  let ready = false;
  /** Browser restarts of the current worker, and of the workers before it. */
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
        // The next worker finds out by itself whether it has to pause.
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
      case 'mailed':
        meters.mailed(news.news);
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
