import { execFile, spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { versionOf } from './machine.ts';

const run = promisify(execFile);

/** Enough to keep the server busy without a pause, and few enough for short waits. */
const CONNECTIONS = 32;

export interface Load {
  readonly origin: string;
  /** Requested in this order, and again from the start when all are done. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
}

interface Tool {
  readonly version: string;
  command(load: Load, pathsFile: string): [string, ...string[]];
}

const WRK: Tool = {
  version: `wrk ${/wrk (\S+)/.exec(spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[1]}`,
  command: ({ origin, headers, seconds }, pathsFile) => [
    'wrk',
    ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '-s', join(import.meta.dirname, 'load-wrk.lua')],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...[origin, '--', pathsFile],
  ],
};

const AUTOCANNON: Tool = {
  version: `autocannon ${versionOf('autocannon')}`,
  command: (load, pathsFile) => {
    const { origin, headers, seconds } = load;
    const order = { origin, headers, seconds, pathsFile, connections: CONNECTIONS };
    return [process.execPath, join(import.meta.dirname, 'load-autocannon.ts'), JSON.stringify(order)];
  },
};

export function loadTool(): Tool {
  return spawnSync('wrk', ['-v']).error ? AUTOCANNON : WRK;
}

/** Answered requests per second, in a closed loop from another process. Throws if any request failed. */
export async function measureLoad(load: Load): Promise<number> {
  const pathsFile = join(tmpdir(), `pagekeep-bench-${process.pid}.paths`);
  await writeFile(pathsFile, load.paths.join('\n'));
  try {
    const [command, ...args] = loadTool().command(load, pathsFile);
    const { stdout } = await run(command, args);
    const { requests, microseconds, errors } = JSON.parse(stdout.slice(stdout.lastIndexOf('{')));
    if (errors > 0 || requests === 0) {
      throw new Error(`${errors} of ${requests} requests failed at ${load.origin}${load.paths[0]}`);
    }
    return (requests / microseconds) * 1e6;
  } finally {
    await rm(pathsFile, { force: true });
  }
}
