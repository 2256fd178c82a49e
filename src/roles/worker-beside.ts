import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { RoleParts, RunningRole } from './role.ts';
import { noteNews, type WorkerNews } from './worker-news.ts';

const WORKER = fileURLToPath(import.meta.resolve('./worker-process.ts'));

/** A worker that ended by itself is started again after this time, and after twice that until a browser runs. */
const RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;

/**
 * A worker in a process of its own. Driving browsers, decoding their pictures and committing what was captured takes
 * milliseconds at a time, and readers of the archive would wait for each. What ends it, a lack of memory or a fault in a
 * decoder, ends no answer.
 */
export function startWorkerBeside(parts: RoleParts): RunningRole {
  return { ended: keepWorking(parts) };
}

async function keepWorking(parts: RoleParts): Promise<void> {
  const { log, signal } = parts;
  const note = noteNews(parts);
  let pause = RESTART_MS;
  while (!signal.aborted) {
    const ending = await workOnce(parts, (news) => {
      if (news.kind === 'browser-ready') pause = RESTART_MS;
      note(news);
    });
    if (signal.aborted) return;
    note({ kind: 'ended' });
    log.error(`The process that captures ended (${ending}); it is started again in ${pause / 1_000} s.`);
    await delay(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(2 * pause, LONGEST_RESTART_MS);
  }
}

/** Answers how it ended. */
async function workOnce({ config, signal }: RoleParts, note: (news: WorkerNews) => void): Promise<string> {
  const worker = fork(WORKER, {
    // A session of its own, which Linux can rank as a whole; and Ctrl-C is ours to pass on.
    detached: true,
    serialization: 'advanced',
    // Pictures lie outside of its heap, and the rest is little: with room for more it would only take more.
    execArgv: [...process.execArgv, '--max-semi-space-size=2'],
  });
  const exited = once(worker, 'exit');
  const tell = (message: Config | 'stop') => worker.connected && worker.send(message, () => undefined);
  const stop = () => tell('stop');
  // It ends by itself when we do, unless it hangs.
  const end = () => worker.kill('SIGKILL');
  process.once('exit', end);
  worker.on('message', note);
  signal.addEventListener('abort', stop, { once: true });
  tell(config);
  try {
    const [code, killedBy] = await exited;
    return killedBy ?? `code ${code}`;
  } catch (error) {
    // It could not even be started.
    return String(error);
  } finally {
    process.off('exit', end);
    signal.removeEventListener('abort', stop);
  }
}
