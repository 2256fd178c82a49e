import type { Command } from 'commander';
import { type Archive, type LockedArchive, openArchive, openLockedArchive } from '../compose.ts';
import { type Config, environment, readConfig } from '../config.ts';
import { Problem } from '../domain/problem.ts';

/** 1: it could not be done, and the line says why; 2: a bug. */
const CANNOT = 1;
const BUG = 2;

/** Runs the program; whatever is thrown becomes one line on standard error and an exit code. */
export async function runCommand(program: Command, argv: readonly string[]): Promise<void> {
  speakAlike(program);
  process.stdout.on('error', tellUnwritten);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof Problem) {
      console.error(`pagekeep: ${error.message}`);
      process.exitCode = CANNOT;
    } else {
      console.error(`pagekeep: ${explain(error)}`);
      process.exitCode = BUG;
    }
  }
}

/** A full disk, say, may have swallowed a token that is shown once. Whoever reads only the beginning knows it. */
function tellUnwritten(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || process.exitCode === CANNOT) return;
  console.error(`pagekeep: What there is to say could not be written: ${error.message}.`);
  process.exitCode = CANNOT;
}

/** A command does not take its manners from the one that it belongs to, so each is told. */
function speakAlike(command: Command): void {
  command.helpCommand(false).configureOutput({
    outputError: (text, write) =>
      write(
        `${text
          .trim()
          .replace(/^error: /, 'pagekeep: ')
          .replace(/\n/g, ' ')} (add --help for what is possible)\n`,
      ),
  });
  for (const each of command.commands) speakAlike(each);
}

export function currentConfig(): Config {
  return readConfig(environment());
}

/** Opens the archive for one command and closes it afterwards. */
export function withArchive<T>(work: (archive: Archive, config: Config) => Promise<T>): Promise<T> {
  return withOpen(openArchive, work);
}

/** The same also where the key is lost that opens the logins of pages. */
export function withLockedArchive<T>(work: (archive: LockedArchive, config: Config) => Promise<T>): Promise<T> {
  return withOpen(openLockedArchive, work);
}

async function withOpen<A extends LockedArchive, T>(
  open: (config: Config) => Promise<A>,
  work: (archive: A, config: Config) => Promise<T>,
): Promise<T> {
  const config = currentConfig();
  const archive = await open(config);
  try {
    return await work(archive, config);
  } finally {
    await archive.store.close();
  }
}

/** What a script reads with --json, or what a person reads without. */
export function print(options: { json?: boolean | undefined }, value: unknown, text: string): void {
  console.log(options.json ? JSON.stringify(value) : text);
}

function explain(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
