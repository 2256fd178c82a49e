import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Child, freePort, startChild } from './child.ts';

const PROGRAM = join(import.meta.dirname, '../bin/pagekeep.js');

export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string;
}

const environmentOf = ({ dataDir, databaseUrl }: Place) => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

/** Starts `pagekeep serve` with the default settings, except for the given ones. */
export async function startPagekeep(place: Place, settings: Readonly<Record<string, string>> = {}): Promise<Child> {
  const port = await freePort();
  const own = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, METRICS_ADDRESS: '' };
  // The same options as in the first line of bin/pagekeep.js.
  const env = { ...settings, ...environmentOf(place), ...own, MALLOC_ARENA_MAX: '1' };
  return startChild({ args: ['--max-semi-space-size=4', PROGRAM, 'serve'], env, port });
}

/** Runs a command with --json and parses its output, also if the exit code is 1: `doctor` uses it for findings. */
export function runPagekeep<Printed>(place: Place, ...args: string[]): Printed {
  const { stdout, status } = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], {
    env: { ...process.env, ...environmentOf(place) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(`pagekeep ${args.join(' ')} ended with ${status}`);
  return JSON.parse(stdout);
}
