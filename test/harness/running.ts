import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { linkBrowser } from './chromium.ts';
import { temporaryFolder } from './engines.ts';
import { type Answer, type Ask, ask } from './http.ts';

const BIN = join(import.meta.dirname, '../../bin/pagekeep.js');

export type Env = Readonly<Record<string, string>>;

/** Keeps the settings of the developer's shell from the program under test, which shares the compiled sources of the tests. */
export function environment(env: Env): Env {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const found = { ...(TMPDIR && { TMPDIR }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
  return { PATH, HOME, ...found, PORT: '0', METRICS_ADDRESS: '', LOG_LEVEL: 'info', ...env };
}

/** A data folder with an unpacked browser. */
export async function makeDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await temporaryFolder('data');
  await linkBrowser(path);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the program and waits for its end. */
export async function runProgram(args: readonly string[], env: Env, input = ''): Promise<Finished> {
  const child = spawn(process.execPath, [BIN, ...args], { env: environment(env), stdio: 'pipe', cwd: env.DATA_DIR });
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ending(child)]);
  return { code, stdout, stderr };
}

/** A running `pagekeep serve`. */
export interface Program {
  readonly pid: number;
  /** 0 for a process without the api role. */
  readonly port: number;
  /** Standard output and standard error so far. */
  output(): string;
  ask(path: string, options?: Ask): Promise<Answer>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
}

/**
 * Resolves when the program serves. Throws with its output if it ends before. `logFile` is a file descriptor for the log.
 */
export async function startProgram(args: readonly string[], env: Env, logFile?: number): Promise<Program> {
  const child = spawn(process.execPath, [BIN, 'serve', ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', logFile ?? 'pipe'],
    cwd: env.DATA_DIR,
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (some: Buffer) => written.push(String(some)));
  const output = () => written.join('');
  const ended = ending(child);
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  void ended.then(() => process.off('exit', endWithUs));

  while (!output().includes('Press Ctrl-C to stop.')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`pagekeep did not start:\n${output()}`);
    await Promise.race([delay(20), ended]);
  }
  const port = Number(/Listening on\s+http:\/\/[^\s]*:(\d+)/.exec(output())?.[1] ?? 0);
  return {
    pid: child.pid ?? 0,
    port,
    output,
    ask: (path, options) => ask(port, path, options),
    kill: (signal) => void child.kill(signal),
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function ending(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
}

/** Waits until `look` finds a value. The timeout is long, because it only ends a test that hangs. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false> | T | undefined | false) {
  for (const end = Date.now() + 90_000; Date.now() < end; await delay(50)) {
    const found = await look();
    if (found !== undefined && found !== false) return found as T;
  }
  throw new Error(`Timed out waiting until ${what}`);
}
