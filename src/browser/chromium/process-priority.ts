import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;

/** Of coreutils and util-linux, which nearly every Linux has. */
const NICE = '/usr/bin/nice';
const SETPRIV = '/usr/bin/setpriv';
const TIMEOUT = '/usr/bin/timeout';

/** Numbers of Linux capabilities. */
const capabilities = { setpcap: 8n, sysNice: 23n };

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether it is a session of its own; else it makes itself the leader of a process group. */
  readonly detached: boolean;
}

/** How a browser is started, so that whoever reads the archive goes first, however many captures are under way. */
export function modestly(path: string, args: readonly string[], detached = !canGroup()): Launch {
  // From its very beginning: a child that it has before it is told does not hear of it.
  const [command = path, ...rest] = [
    ...(existsSync(NICE) ? [NICE, '-n', String(Math.max(0, NICENESS - ownNiceness()))] : []),
    // Without a time it does nothing but lead a process group, which can be ended with all that it started.
    ...(detached ? [] : [TIMEOUT, '0']),
    ...withoutRaising(),
    path,
    ...args,
  ];
  return { command, args: rest, detached };
}

/** Tells a browser that was just started the same where it could not be told before. Its children inherit it. */
export function yieldToOthers(pid: number, { command, detached }: Launch): void {
  const ways = [];
  if (command !== NICE) ways.push(() => setPriority(pid, NICENESS));
  if (detached) ways.push(() => writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS)));
  for (const yielding of ways) {
    try {
      yielding();
    } catch {
      // It ended at once, which the first command will tell, or this machine does not know such a thing.
    }
  }
}

/**
 * Where Linux shares the CPU between sessions first ("autogroup"), a browser that is a session of its own has a share
 * that knows of no thread of ours: readers waited 12 ms at worst instead of 2, whatever the share. In our session it
 * yields to each of them.
 */
function canGroup(): boolean {
  groups ??= readOr('/proc/sys/kernel/sched_autogroup_enabled', '0').startsWith('1') && doesGroup();
  return groups;
}

let groups: boolean | undefined;

/** Not every `timeout` does. */
function doesGroup(): boolean {
  const { pid, stdout } = spawnSync(TIMEOUT, ['0', 'cat', '/proc/self/stat'], { encoding: 'utf8' });
  const [group, session] = idsOf(stdout ?? '');
  return group === pid && session === idsOf(readOr('/proc/self/stat', ''))[1];
}

/** The process group and the session. */
const idsOf = (stat: string) => numbersOf(stat).slice(2, 4);

/** Of the thread that asks; what it starts begins with it. */
const ownNiceness = () => numbersOf(readOr('/proc/thread-self/stat', ''))[16] ?? getPriority();

/** What stands behind the name in a line of /proc. */
function numbersOf(stat: string): number[] {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/**
 * Starts a browser without the right to put its threads before everyone else's, which it does where it can, as root,
 * whatever it was told: readers then waited ten times as long.
 */
function withoutRaising(): readonly string[] {
  const may = ownCapabilities();
  const raises = Boolean(may & (1n << capabilities.sysNice));
  const canForbid = Boolean(may & (1n << capabilities.setpcap)) && existsSync(SETPRIV);
  return raises && canForbid ? [SETPRIV, '--bounding-set=-sys_nice', '--'] : [];
}

function ownCapabilities(): bigint {
  const [, effective] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readOr('/proc/self/status', '')) ?? [];
  return BigInt(`0x${effective ?? 0}`);
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
