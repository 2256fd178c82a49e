import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../../domain/problem.ts';
import { Connection } from './cdp.ts';
import type { Executable } from './find.ts';
import { chromiumFlags } from './flags.ts';
import { withLowPriority } from './process-priority.ts';
import { makeProfile, removeProfile } from './profile.ts';

export type LaunchOptions = {
  readonly executable: Executable;
  readonly sandbox: boolean;
  /** The path of fontconfig's configuration. */
  readonly fontConfig: string;
  /** For requests that belong to no capture. Each capture has a proxy of its own. */
  readonly proxyUrl: string;
  /** The folders of PATH. A CHROMIUM_PATH that is a shell script needs them. */
  readonly searchPath: readonly string[];
};

export type Chromium = {
  readonly connection: Connection;
  readonly pid: number;
  readonly version: string;
  /** Without the word Headless. */
  readonly userAgent: string;
  /** Resolves when the browser's main process and its whole process tree have ended, for any reason. */
  readonly ended: Promise<void>;
  /** Kills the whole process tree. */
  kill(): Promise<void>;
};

const launchLimit = 30_000;

/** The browser leads a process group, which also contains its zygotes, renderers and helpers. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A killed group exists until init has reaped its members. In a container without an init that never happens. */
async function groupEnded(pid: number): Promise<void> {
  for (let round = 0; round < 100; round++) {
    try {
      process.kill(-pid, 0);
    } catch {
      return;
    }
    await wait(10);
  }
}

function tail(stream: Readable): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('latin1')).slice(-2_000);
  });
  return () => text.trim();
}

function start(options: LaunchOptions, profile: string) {
  const { executable, fontConfig, searchPath } = options;
  const [command = '', ...args] = withLowPriority([executable.path, ...chromiumFlags({ ...options, profile })]);
  return spawn(command, args, {
    // Makes the browser the leader of a process group.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...executable.env, HOME: profile, PATH: searchPath.join(':'), FONTCONFIG_FILE: fontConfig, TZ: 'UTC' },
  });
}

/** Error output of a browser whose sandbox may not have namespaces or a root folder of its own. */
const OF_SANDBOX = /sandbox|namespace|sys_chroot|zygote/i;

const SANDBOX_HINT =
  '\nThis system seems to forbid the user namespaces that the sandbox of Chromium needs. ' +
  'docs/operations.md says how to allow them, in the section "Sandbox". ' +
  'With CHROMIUM_SANDBOX=off pages are captured without the sandbox, which is less safe.';

/** Throws Problem('unavailable') with the last error output of a browser that does not start. */
export async function launchChromium(options: LaunchOptions): Promise<Chromium> {
  const profile = await makeProfile();
  const child = start(options, profile);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const { pid } = child;
  if (!pid) {
    await exited;
    await removeProfile(profile);
    throw new Problem('unavailable', `The browser ${options.executable.path} could not be started.`);
  }
  const lastOutput = tail(child.stderr as Readable);
  const connection = new Connection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const ended = exited.then(async () => {
    killGroup(pid);
    connection.close('the browser ended');
    await groupEnded(pid);
    await removeProfile(profile);
  });
  const kill = (): Promise<void> => {
    // After it has ended, another process can have its id.
    if (child.exitCode === null && child.signalCode === null) killGroup(pid);
    return ended;
  };
  const limit = setTimeout(kill, launchLimit);
  try {
    const { product, userAgent } = await connection.send('Browser.getVersion');
    await connection.send('Target.setDiscoverTargets', { discover: true });
    return {
      connection,
      pid,
      version: product.split('/')[1] ?? product,
      userAgent: userAgent.replace('HeadlessChrome', 'Chrome'),
      ended,
      kill,
    };
  } catch (cause) {
    await kill();
    const output = lastOutput() || 'no error output';
    const hint = options.sandbox && OF_SANDBOX.test(output) ? SANDBOX_HINT : '';
    throw new Problem('unavailable', `The browser ${options.executable.path} does not start: ${output}${hint}`, {
      cause,
    });
  } finally {
    clearTimeout(limit);
  }
}
