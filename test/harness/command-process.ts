import { Readable } from 'node:stream';
import { main } from '../../src/main.ts';
import type { Ended, Wanted } from './commands.ts';

/**
 * Runs commands of the program for cli.ts, one after another, in a process that stays: a start takes 0.2 s of CPU, and most
 * commands much less. Whatever a command could leave behind is reset: the folder, the environment and the exit code.
 */

class Exited extends Error {}

/** For the threads of commands. */
const { NODE_COMPILE_CACHE = '' } = process.env;

async function run({ args, env, folder, stdin }: Wanted): Promise<Ended> {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, { NODE_COMPILE_CACHE }, env);
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(stdin)]), configurable: true });
  process.exitCode = undefined;
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const end = (code: number) => resolve({ code, stdout: stdout.text(), stderr: stderr.text() });
  process.exit = (code) => {
    end(Number(code ?? process.exitCode ?? 0));
    // Nothing after process.exit() may run, and what is printed about this error comes too late.
    throw new Exited();
  };
  await main([process.execPath, 'pagekeep', ...args]);
  end(Number(process.exitCode ?? 0));
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.exitCode = undefined;
  return promise;
}

/** Takes what is written to a stream. */
function collect(stream: NodeJS.WriteStream): { text(): string } {
  const written: string[] = [];
  stream.write = (chunk: string | Uint8Array) => {
    written.push(String(chunk));
    return true;
  };
  return { text: () => written.join('') };
}

// Errors of this process are shown, but a command must not find a terminal.
process.stderr.isTTY = false;

let last: Promise<unknown> = Promise.resolve();
process.on('message', (wanted: Wanted) => {
  last = last.then(async () => process.send?.(await run(wanted)));
});
process.once('disconnect', () => process.kill(process.pid));
