import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

type Process = { readonly pid: number; readonly group: number; readonly command: string };

function read(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended: init has not reaped it yet.
    if (state === 'Z') return undefined;
    return { pid, group: Number(group), command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') };
  } catch {
    return undefined;
  }
}

function all(): Process[] {
  return readdirSync('/proc')
    .map((name) => read(Number(name)))
    .filter((process) => process !== undefined);
}

const PROFILES = `--user-data-dir=${tmpdir()}/pagekeep-profile-`;

/** The process group leaders of the browsers that a Node process has started, oldest first. */
export function browsersOf(owner: number): number[] {
  return all()
    .filter(({ pid, group, command }) => pid === group && command.includes(`${PROFILES}${owner}-`))
    .map(({ pid }) => pid);
}

/** The main process of a browser. */
export function mainOf(browser: number): number {
  const found = all().findLast(
    ({ group, command }) => group === browser && command.includes(PROFILES) && !command.includes('--type='),
  );
  assert.ok(found, `the browser ${browser} runs`);
  return found.pid;
}

/** All processes of a browser, including its main process. */
export function treeOf(browser: number): number[] {
  return all()
    .filter(({ group }) => group === browser)
    .map(({ pid }) => pid);
}

export function renderersOf(browser: number): number[] {
  return all()
    .filter(({ group, command }) => group === browser && command.includes('--type=renderer'))
    .map(({ pid }) => pid);
}

export function profilesOf(owner: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`pagekeep-profile-${owner}-`));
}

/** Waits until the condition holds, at most for the given time. The caller checks the result. */
export async function eventually(holds: () => boolean): Promise<boolean> {
  for (let round = 0; round < 2_400; round++) {
    if (holds()) return true;
    await wait(25);
  }
  return false;
}
