import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a program of this folder in its own process, with the Node flags of bin/pagekeep.js. Returns its output. */
export async function runAlone<Printed>(program: string, ...args: readonly string[]): Promise<Printed> {
  const flags = ['--max-semi-space-size=4', '--expose-gc'];
  const { stdout } = await run(process.execPath, [...flags, join(import.meta.dirname, program), ...args], {
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  });
  return JSON.parse(stdout) as Printed;
}
