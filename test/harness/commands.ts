import { type ChildProcess, fork } from 'node:child_process';

/** A command and the place where it runs. */
export interface Wanted {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly stdin: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs a command in a process that all tests of this one share. */
export function runShared(wanted: Wanted): Promise<Ended> {
  const answer = last.then(() => send(wanted));
  last = answer.catch(() => undefined);
  return answer;
}

function send(wanted: Wanted): Promise<Ended> {
  child ??= start();
  const running = child;
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const lost = () => reject(new Error(`The process ended in "${wanted.args.join(' ')}".`));
  running.once('message', resolve).once('exit', lost).send(wanted);
  // Only a command that runs keeps this process alive.
  running.channel?.ref();
  return promise.finally(() => {
    running.off('message', resolve).off('exit', lost);
    running.channel?.unref();
  });
}

function start(): ChildProcess {
  const started = fork(new URL('command-process.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.once('exit', () => {
    child = undefined;
  });
  started.unref();
  return started;
}
