import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nodesOf, privateBytes } from './processes.ts';

/** A server in its own process. Disposing of it stops the process. */
export class Child implements AsyncDisposable {
  readonly origin: string;
  readonly #process: ChildProcess;

  constructor(origin: string, process: ChildProcess) {
    this.origin = origin;
    this.#process = process;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The resident memory of the process and of the Node processes that it started. Shared memory counts once. */
  residentBytes(): number {
    const [first, ...others] = nodesOf(this.pid);
    return others.reduce((sum, { pid }) => sum + privateBytes(pid), first?.residentBytes ?? 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }
}

export interface Program {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly port: number;
}

/** Starts Node with these arguments and waits until the port answers. */
export async function startChild({ args, env, port }: Program): Promise<Child> {
  const child = spawn(process.execPath, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`);
    await delay(2);
  }
  return new Child(origin, child);
}

async function answers(origin: string): Promise<boolean> {
  try {
    await (await fetch(origin)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
