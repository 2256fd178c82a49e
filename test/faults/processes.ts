import { readdir, readFile } from 'node:fs/promises';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function allProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const [stat, command] = await Promise.all([
          readFile(`/proc/${pid}/stat`, 'utf8'),
          readFile(`/proc/${pid}/cmdline`, 'utf8'),
        ]);
        const parent = Number(/\) \S (\d+)/.exec(stat)?.[1]);
        return { pid: Number(pid), parent, command: command.replaceAll('\0', ' ') };
      } catch {
        return undefined;
      }
    }),
  );
  return found.filter((process) => process !== undefined);
}

/** The capture process of a program that also serves the API. */
export async function workerOf(program: number): Promise<number | undefined> {
  const isWorker = ({ parent, command }: Process) => parent === program && command.includes('worker-process.ts');
  return (await allProcesses()).find(isWorker)?.pid;
}

/** The Chromium processes of this program. The path of their profile contains its process id. */
export async function browsersOf(program: number): Promise<Process[]> {
  return (await allProcesses()).filter(({ command }) => command.includes(`pagekeep-profile-${program}-`));
}

/** Kills one browser of the program with SIGKILL. Returns whether there was one. */
export async function killBrowser(program: number, pick: <T>(choices: readonly T[]) => T): Promise<boolean> {
  const main = (await browsersOf(program)).filter(({ command }) => !command.includes('--type='));
  if (main.length === 0) return false;
  try {
    process.kill(pick(main).pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
