import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { RoleParts, RunningRole } from './role.ts';
import { noteNews, SIGN_OF_LIFE_MS, type WorkerNews } from './worker-news.ts';

const WORKER = fileURLToPath(import.meta.resolve('./worker-process.ts'));

/** A worker that ended by itself is started again after this time, and after twice that each time until one lasts. */
const RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;

interface Patience {
  /** How long a worker may take to stop before it is killed. */
  readonly stopMs: number;
  /** How often it has to be heard of, and how often in a row it may be missed. */
  readonly listenMs: number;
  readonly misses: number;
}

/** Less than supervisors wait; and a minute, which no capture keeps the process busy for at a time. */
const PATIENCE: Patience = { stopMs: 30_000, listenMs: 2 * SIGN_OF_LIFE_MS, misses: 6 };

/**
 * A worker in a process of its own. Driving browsers, decoding their pictures and committing what was captured takes
 * milliseconds at a time, and readers of the archive would wait for each. What ends it, a lack of memory or a fault in a
 * decoder, ends no answer.
 */
export function startWorkerBeside(parts: RoleParts, patience = PATIENCE): RunningRole {
  return { ended: keepWorking(parts, patience) };
}

async function keepWorking(parts: RoleParts, patience: Patience): Promise<void> {
  const { log, signal } = parts;
  const note = noteNews(parts);
  let pause = RESTART_MS;
  while (!signal.aborted) {
    const began = performance.now();
    const ending = await workOnce(parts, note, patience);
    if (signal.aborted) return;
    if (performance.now() - began >= LONGEST_RESTART_MS) pause = RESTART_MS;
    note({ kind: 'ended' });
    log.error(`The process that captures ended (${ending}); it is started again in ${pause / 1_000} s.`);
    await delay(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(2 * pause, LONGEST_RESTART_MS);
  }
}

/** Answers how it ended. */
async function workOnce(parts: RoleParts, note: (news: WorkerNews) => void, patience: Patience): Promise<string> {
  try {
    const [code, killedBy] = await work(startProcess(), parts, note, patience);
    return killedBy ?? `code ${code}`;
  } catch (error) {
    // It could not even be started.
    return String(error);
  }
}

function startProcess(): ChildProcess {
  return fork(WORKER, {
    // A session of its own, which Linux can rank as a whole; and Ctrl-C is ours to pass on.
    detached: true,
    serialization: 'advanced',
    // Pictures lie outside of its heap, and the rest is little: with room for more it would only take more.
    execArgv: [...process.execArgv, '--max-semi-space-size=2'],
  });
}

async function work(
  worker: ChildProcess,
  { config, log, signal }: RoleParts,
  note: (news: WorkerNews) => void,
  { stopMs, listenMs, misses }: Patience,
): Promise<[code: number | null, killedBy: NodeJS.Signals | null]> {
  const exited = once(worker, 'exit');
  const tell = (message: Config | 'stop') => worker.connected && worker.send(message, () => undefined);
  // It ends by itself when we do, unless it hangs.
  const end = () => worker.kill('SIGKILL');
  let stopLimit: NodeJS.Timeout | undefined;
  const stop = () => {
    tell('stop');
    stopLimit = setTimeout(end, stopMs);
  };
  // Counted, not timed: a machine that slept for an hour has missed one.
  let missed = 0;
  const listening = setInterval(() => {
    missed += 1;
    if (missed !== misses) return;
    log.error(`The process that captures has not been heard of for ${(misses * listenMs) / 1_000} s; it is ended.`);
    end();
  }, listenMs);
  process.once('exit', end);
  worker.on('message', (news: WorkerNews) => {
    missed = 0;
    note(news);
  });
  signal.addEventListener('abort', stop, { once: true });
  tell(config);
  try {
    return (await exited) as [number | null, NodeJS.Signals | null];
  } finally {
    clearTimeout(stopLimit);
    clearInterval(listening);
    process.off('exit', end);
    signal.removeEventListener('abort', stop);
  }
}
