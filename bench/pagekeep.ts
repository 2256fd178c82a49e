import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Child, freePort, startChild } from './child.ts';

const PROGRAM = join(import.meta.dirname, '../bin/pagekeep.js');

export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string;
}

const environmentOf = ({ dataDir, databaseUrl }: Place) => ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

/** The product as its user runs it: `pagekeep serve`, with the defaults unless other settings are given. */
export async function startPagekeep(place: Place, settings: Readonly<Record<string, string>> = {}): Promise<Child> {
  const port = await freePort();
  const own = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  // As its first line starts it.
  const env = { ...settings, ...environmentOf(place), ...own, MALLOC_ARENA_MAX: '1' };
  return startChild({ args: ['--max-semi-space-size=4', PROGRAM, 'serve'], env, port });
}

/** Runs a command of the product, and reads the JSON that it prints, also of a doctor that ends with 1 for a finding. */
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
