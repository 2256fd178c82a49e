import { readdirSync, readFileSync } from 'node:fs';

/** /proc counts CPU time in hundredths of a second, and memory in pages. */
const TICK_SECONDS = 0.01;
const PAGE_BYTES = 4_096;

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** The letter in /proc: R, S, D, Z … */
  readonly state: string;
  readonly cpuSeconds: number;
  /** Of children that have ended. */
  readonly reapedCpuSeconds: number;
  readonly residentBytes: number;
}

function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => readProcess(Number(entry)))
    .filter((found) => found !== undefined);
}

/** All descendants of a process. */
export function familyOf(root: number): Process[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const family: Process[] = [];
  const visit = (pid: number) => {
    for (const child of children.get(pid) ?? []) {
      family.push(child);
      visit(child.pid);
    }
  };
  visit(root);
  return family;
}

/** The Node processes of a program: the server, and the capture process that it started. */
export function nodesOf(root: number): Process[] {
  const first = readProcess(root);
  const others = familyOf(root).filter(({ name }) => name.startsWith('node'));
  return first ? [first, ...others] : others;
}

/** Resident memory that the process does not share. */
export function privateBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  const sizes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, kilobytes]) => Number(kilobytes) * 1_024);
  return sizes.reduce((sum, size) => sum + size, 0);
}

export function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const texts = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const fields = texts.map(Number);
    const [parent = 0, user = 0, system = 0, pages = 0] = [fields[1], fields[11], fields[12], fields[21]];
    const [reapedUser = 0, reapedSystem = 0] = [fields[13], fields[14]];
    return {
      pid,
      parent,
      name,
      state: texts[0] ?? '',
      cpuSeconds: (user + system) * TICK_SECONDS,
      reapedCpuSeconds: (reapedUser + reapedSystem) * TICK_SECONDS,
      residentBytes: pages * PAGE_BYTES,
    };
  } catch {
    // The process has ended in the meantime.
    return undefined;
  }
}
