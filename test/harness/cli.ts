import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Ended, runShared } from './commands.ts';
import { temporaryFolder } from './engines.ts';
import { freePort } from './postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'bin/pagekeep.js');

/** The only settings of a command that its test does not give. Without a browser, the service starts seconds earlier. */
const SETTINGS = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', CHROMIUM_PATH: '/bin/false' };

/** These run until they are stopped, or start a browser. */
const OF_ITS_OWN = /^(serve|mcp|capture)\b/;

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The path of another Node version. */
  readonly node?: string;
  /** Starts a process for this command, because the test is about the start. */
  readonly alone?: boolean;
}

/** A folder in which the program runs as from a shell. */
export interface Desk {
  readonly folder: string;
  /** Most commands run in a process that the tests share. */
  run(args: string, options?: RunOptions): Promise<Ended>;
  /** Runs the command with --json and returns the parsed output. Throws if the command fails. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any JSON
  json(args: string, options?: RunOptions): Promise<any>;
  /** Starts the service and waits for its start message. */
  serve(options?: RunOptions): Promise<Serving>;
}

export interface Serving {
  readonly port: number;
  readonly greeting: string;
  readonly process: ChildProcess;
  /** Standard output and standard error so far. */
  output(): string;
  /** Waits until the output contains these words. */
  says(words: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export async function newDesk(t: { after(undo: () => Promise<void>): unknown }): Promise<Desk> {
  const folder = await temporaryFolder('desk');
  const running = new Set<ChildProcess>();
  t.after(async () => {
    for (const child of running) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  function start(args: readonly string[], { env = {}, node = process.execPath }: RunOptions): ChildProcess {
    const child = spawn(node, [PROGRAM, ...args], { cwd: folder, env: { ...SETTINGS, ...env } });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  async function run(args: string, options: RunOptions = {}): Promise<Ended> {
    const { env = {}, stdin = '', alone = OF_ITS_OWN.test(args) } = options;
    if (!alone) {
      return runShared({ args: words(args), env: { ...SETTINGS, ...env }, folder, stdin });
    }
    const child = start(words(args), options);
    child.stdin?.end(stdin);
    return ended(child);
  }

  return {
    folder,
    run,
    async json(args, options) {
      const { code, stdout, stderr } = await run(`${args} --json`, options);
      if (code !== 0) throw new Error(`"${args}" ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    async serve(options = {}) {
      const port = Number(options.env?.PORT ?? (await freePort()));
      const child = start(['serve'], { ...options, env: { ...options.env, PORT: String(port) } });
      return serving(child, port);
    },
  };
}

async function serving(child: ChildProcess, port: number): Promise<Serving> {
  let output = '';
  const grown = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      grown.dispatchEvent(new Event('more'));
    });
  }
  const exit = once(child, 'close');
  async function says(wanted: string): Promise<void> {
    while (!output.includes(wanted)) {
      const ended = await Promise.race([once(grown, 'more').then(() => false), exit.then(() => true)]);
      if (ended && !output.includes(wanted))
        throw new Error(`The service ended without printing "${wanted}": ${output}`);
    }
  }
  await says('Press Ctrl-C to stop.');
  return {
    port,
    greeting: output,
    process: child,
    output: () => output,
    says,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      const [code] = await exit;
      return { code, stdout: output, stderr: '' };
    },
  };
}

async function ended(child: ChildProcess): Promise<Ended> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('a child without output');
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { code, stdout: out, stderr: err };
}

/** Splits a line like a shell, with double quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
