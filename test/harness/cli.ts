import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './engines.ts';
import { freePort } from './postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'bin/pagekeep.js');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Another Node than the one that runs the tests. */
  readonly node?: string;
}

/** A folder of an operator's own, in which the program is run as from a shell. */
export interface Desk {
  readonly folder: string;
  run(args: string, options?: RunOptions): Promise<Ended>;
  /** Runs what must succeed with --json, and answers what it printed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  json(args: string, options?: RunOptions): Promise<any>;
  /** Starts the service and waits for its greeting. */
  serve(options?: RunOptions): Promise<Serving>;
}

interface Serving {
  readonly port: number;
  readonly greeting: string;
  readonly process: ChildProcess;
  /** Everything on standard output and standard error so far. */
  output(): string;
  /** Waits until the output holds this. */
  says(words: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export async function newDesk(t: TestContext): Promise<Desk> {
  const folder = await temporaryFolder('desk');
  const running = new Set<ChildProcess>();
  t.after(async () => {
    for (const child of running) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  function start(args: readonly string[], { env = {}, node = process.execPath }: RunOptions): ChildProcess {
    // Nothing of the tests' own environment, so that only what a test says is set; and no browser, which costs seconds.
    const own = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', CHROMIUM_PATH: '/bin/false' };
    const child = spawn(node, [PROGRAM, ...args], { cwd: folder, env: { ...own, ...env } });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  async function run(args: string, options: RunOptions = {}): Promise<Ended> {
    const child = start(words(args), options);
    child.stdin?.end(options.stdin ?? '');
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
      if (ended && !output.includes(wanted)) throw new Error(`It ended without saying "${wanted}": ${output}`);
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

/** As a shell takes a line apart, with double quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
