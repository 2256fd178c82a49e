import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { linkBrowser } from './chromium.ts';
import { type Engine, type TestDatabase, temporaryFolder } from './engines.ts';
import { freePort } from './postgres.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/pagekeep.js');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line program, with its settings in environment variables. */
export interface Program {
  /** Runs a command and waits for its end. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** `pagekeep serve` on a free port. */
  serve(env?: Record<string, string>): Promise<Serving>;
}

interface Serving {
  readonly origin: string;
  /** Standard error so far. It contains the log. */
  log(): string;
  logged(pattern: RegExp): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Within describe(): the program with its own database and data folder. */
export function useProgram(engine: Engine, settings: Record<string, string> = {}): Program {
  let database: TestDatabase | undefined;
  let folder = '';
  const started = new Set<ChildProcess>();
  before(async () => {
    database = await engine.makeDatabase();
    folder = await temporaryFolder('program');
    await linkBrowser(folder);
  });
  after(async () => {
    // A failed test may have left its service running.
    for (const child of started) child.kill('SIGKILL');
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  function start(args: readonly string[], env: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      // The environment of the machine must not change the results.
      env: { PATH: '', DATA_DIR: folder, DATABASE_URL: database?.url, ...settings, ...env },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.add(child.once('close', () => started.delete(child)));
    return child;
  }

  return {
    async run(args, env = {}) {
      const child = start(args, env);
      const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
      const [code] = await once(child, 'close');
      return { code, stdout: stdout(), stderr: stderr() };
    },
    async serve(env = {}) {
      const port = await freePort();
      const child = start(['serve'], { PORT: String(port), ...env });
      const [stdout, log] = [gather(child.stdout), gather(child.stderr)];
      const logged = async (pattern: RegExp) => {
        while (!pattern.test(log())) await once(child.stderr ?? child, 'data');
      };
      while (!stdout().includes('Press Ctrl-C to stop.')) {
        if (child.exitCode !== null) throw new Error(`serve ended: ${log()}`);
        await once(child.stdout ?? child, 'data');
      }
      return {
        origin: `http://127.0.0.1:${port}`,
        log,
        logged,
        async stop() {
          const ended = once(child, 'close');
          child.kill('SIGTERM');
          return (await ended)[0];
        },
      };
    },
  };
}

function gather(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
