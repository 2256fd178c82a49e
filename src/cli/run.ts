import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { type Archive, type LockedArchive, openArchive, openLockedArchive } from '../compose.ts';
import { type Config, environment, readConfig } from '../config.ts';
import type { Origin } from '../domain/audit.ts';
import { Problem } from '../domain/problem.ts';
import { complain, safeJson, say } from './output.ts';

/** The command could not do its work, and the message says why. */
const FAILED = 1;
/** An unexpected error, printed with its stack. */
const BUG = 2;

/** Runs the program and turns errors into a message on standard error and an exit code. */
export async function runCommand(program: Command, argv: readonly string[]): Promise<void> {
  configureErrors(program);
  process.stdout.on('error', reportOutputError);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof Problem) {
      complain(`pagekeep: ${error.message}`);
      process.exitCode = FAILED;
    } else {
      complain(`pagekeep: ${explain(error)}`);
      process.exitCode = BUG;
    }
  }
}

/**
 * A full disk may lose output, such as a token that is shown only once. EPIPE only means that the reader stopped early.
 */
function reportOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || process.exitCode === FAILED) return;
  complain(`pagekeep: The output could not be written: ${error.message}.`);
  process.exitCode = FAILED;
}

/** Commander does not pass these settings on to subcommands, so each command gets them. */
function configureErrors(command: Command): void {
  command.helpCommand(false).configureOutput({
    outputError: (text, write) =>
      write(
        `${text
          .trim()
          .replace(/^error: /, 'pagekeep: ')
          .replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')} (use --help for usage)\n`,
      ),
  });
  for (const each of command.commands) configureErrors(each);
}

export function currentConfig(): Config {
  return readConfig(environment());
}

/** Opens the archive for one command and closes it afterwards. */
export function withArchive<T>(work: (archive: Archive, config: Config) => Promise<T>): Promise<T> {
  return openAndClose(openArchive, work);
}

/** Like withArchive, but works without the key that decrypts page logins. */
export function withLockedArchive<T>(work: (archive: LockedArchive, config: Config) => Promise<T>): Promise<T> {
  return openAndClose(openLockedArchive, work);
}

async function openAndClose<A extends LockedArchive, T>(
  open: (config: Config) => Promise<A>,
  work: (archive: A, config: Config) => Promise<T>,
): Promise<T> {
  const config = currentConfig();
  const archive = await open(config);
  try {
    return await work({ ...archive, store: archive.store.by(commandLine()) }, config);
  } finally {
    await archive.store.close();
  }
}

/** The origin of what a command changes. */
export function commandLine(): Origin {
  return { via: 'command line', user: userName() };
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

export function print(options: { json?: boolean | undefined }, value: unknown, text: string): void {
  say(options.json ? safeJson(value) : text);
}

function explain(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
