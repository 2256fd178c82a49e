import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { repeat } from '../work/loop.ts';
import type { RoleParts, RunningRole } from './role.ts';
import { HEARTBEAT_MS, noteNews, type WorkerNews } from './worker-news.ts';

const WORKER = fileURLToPath(import.meta.resolve('./worker-process.ts'));

/** The wait before a restart. It doubles with each process that ends within LONGEST_RESTART_MS. */
const RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;

interface Patience {
  /** The time in which a process has to stop before it is killed. */
  readonly stopMs: number;
  /** The interval in which a message is expected, and the number of misses in a row that ends the process. */
  readonly listenMs: number;
  readonly misses: number;
}

/** stopMs is less than supervisors wait. No capture blocks the process for listenMs × misses, a minute. */
const PATIENCE: Patience = { stopMs: 30_000, listenMs: 2 * HEARTBEAT_MS, misses: 6 };

/**
 * Runs the worker in a process of its own. Driving browsers, decoding pictures and committing captures block the event
 * loop for milliseconds at a time, for which API requests would wait. A crash for lack of memory or in a decoder leaves
 * the API process alone.
 */
export function startWorkerBeside(parts: RoleParts, patience = PATIENCE): RunningRole {
  return { ended: keepWorking(parts, patience) };
}

async function keepWorking(parts: RoleParts, patience: Patience): Promise<void> {
  const { log, signal } = parts;
  const note = noteNews(parts);
  let pauseMs = RESTART_MS;
  let nextPauseMs = RESTART_MS;

  async function workOnce(): Promise<void> {
    const began = performance.now();
    const ending = await endingOf(work(parts, note, patience));
    if (signal.aborted) return;
    pauseMs = performance.now() - began >= LONGEST_RESTART_MS ? RESTART_MS : nextPauseMs;
    nextPauseMs = Math.min(2 * pauseMs, LONGEST_RESTART_MS);
    note({ kind: 'ended' });
    log.error(`The capture process ended (${ending}). It restarts in ${pauseMs / 1_000} s.`);
  }

  const reportFailure = (error: unknown) => log.error({ err: error }, 'could not restart the capture process');
  await repeat(workOnce, { pauseMs: () => pauseMs, reportFailure, signal });
}

/** The signal or the exit code of the process, or the error with which it could not start. */
async function endingOf(exited: ReturnType<typeof work>): Promise<string> {
  try {
    const [code, killedBy] = await exited;
    return killedBy ?? `code ${code}`;
  } catch (error) {
    return String(error);
  }
}

function startProcess(): ChildProcess {
  return fork(WORKER, {
    // In a session of its own the worker does not receive Ctrl-C: this process tells it to stop.
    detached: true,
    serialization: 'advanced',
    // Pictures are outside of V8's heap, and the rest is small: a larger heap would only grow.
    execArgv: [...process.execArgv, '--max-semi-space-size=2'],
  });
}

async function work(
  { config, log, signal }: RoleParts,
  note: (news: WorkerNews) => void,
  { stopMs, listenMs, misses }: Patience,
): Promise<[code: number | null, killedBy: NodeJS.Signals | null]> {
  const worker = startProcess();
  const exited = once(worker, 'exit');
  const tell = (message: Config | 'stop') => worker.connected && worker.send(message, () => undefined);
  // The process exits when this one does, unless it hangs.
  const end = () => worker.kill('SIGKILL');
  let stopLimit: NodeJS.Timeout | undefined;
  const stop = () => {
    tell('stop');
    stopLimit = setTimeout(end, stopMs);
  };
  // Intervals are counted, not timed: after an hour of sleep of the machine only one is missed.
  let missed = 0;
  const listening = setInterval(() => {
    missed += 1;
    if (missed !== misses) return;
    log.error(`The capture process has sent nothing for ${(misses * listenMs) / 1_000} s. It is killed.`);
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
