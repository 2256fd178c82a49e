import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Whoever reads the archive goes first, however many captures are under way; a browser's children inherit that. Where
 * Linux shares the CPU between sessions first ("autogroup"), and a browser is a session, it is told there as well.
 */
export function yieldToOthers(pid: number): void {
  const niceness = constants.priority.PRIORITY_BELOW_NORMAL;
  for (const yielding of [
    () => setPriority(pid, niceness),
    () => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)),
  ]) {
    try {
      yielding();
    } catch {
      // It ended at once, which the first command will tell, or this machine does not know such a thing.
    }
  }
}

/** Of util-linux, which nearly every Linux has. */
const setpriv = '/usr/bin/setpriv';

/** Numbers of Linux capabilities. */
const capabilities = { setpcap: 8n, sysNice: 23n };

/**
 * The command that starts a browser without the right to put its threads before everyone else's, which it does where it
 * can, as root, whatever it was told: readers then waited ten times as long. Elsewhere it is the browser itself.
 */
export function modestly(path: string, args: readonly string[]): readonly [command: string, args: readonly string[]] {
  const may = ownCapabilities();
  const raises = Boolean(may & (1n << capabilities.sysNice));
  const canForbid = Boolean(may & (1n << capabilities.setpcap)) && existsSync(setpriv);
  return raises && canForbid ? [setpriv, ['--bounding-set=-sys_nice', '--', path, ...args]] : [path, args];
}

function ownCapabilities(): bigint {
  try {
    const [, effective] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return BigInt(`0x${effective ?? 0}`);
  } catch {
    return 0n;
  }
}
