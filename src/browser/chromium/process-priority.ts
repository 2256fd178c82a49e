import { existsSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;

const NICE = '/usr/bin/nice';
const SETPRIV = '/usr/bin/setpriv';

/** Bits of Linux capabilities. */
const SETPCAP = 1n << 8n;
const SYS_NICE = 1n << 23n;

/**
 * The command line that starts a program with a low priority, so that captures do not slow down the API. `nice` starts
 * it: a priority that is set after the start misses the processes that the program has started by then.
 */
export function withLowPriority(commandLine: readonly string[]): readonly string[] {
  const increment = Math.max(0, NICENESS - getPriority());
  const nice = existsSync(NICE) ? [NICE, '-n', String(increment)] : [];
  return [...nice, ...withoutRaising(), ...commandLine];
}

/** As root Chromium raises the priority of some of its threads: API requests then took ten times as long. */
function withoutRaising(): readonly string[] {
  const capabilities = effectiveCapabilities();
  const canRaise = (capabilities & SYS_NICE) !== 0n;
  const canDrop = (capabilities & SETPCAP) !== 0n && existsSync(SETPRIV);
  return canRaise && canDrop ? [SETPRIV, '--bounding-set=-sys_nice', '--'] : [];
}

function effectiveCapabilities(): bigint {
  if (process.platform !== 'linux') return 0n;
  const [, effective = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return BigInt(`0x${effective}`);
}
