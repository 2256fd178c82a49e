import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RoleParts, RunningRole } from './role.ts';
import { noteNews } from './worker-news.ts';

/**
 * A worker in a thread of its own. Driving browsers, decoding their pictures and committing what was captured takes
 * milliseconds at a time, and readers of the archive would wait for each: in one thread their 99th percentile was four
 * times that of an idle service.
 */
export function startWorkerBeside(parts: RoleParts): RunningRole {
  const thread = new Worker(new URL('worker-thread.ts', import.meta.url), {
    workerData: parts.config,
    // Pictures lie outside of its heap, and the rest is little: with room for more it would only take more.
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
  thread.on('message', noteNews(parts));
  parts.signal.addEventListener('abort', () => thread.postMessage('stop'), { once: true });
  // An error that nobody expected rejects, and ends the process, as it would in the main thread.
  return { ended: once(thread, 'exit').then(() => undefined) };
}
