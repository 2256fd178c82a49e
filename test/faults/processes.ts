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

/** The process in which a program that also answers readers captures. */
export async function workerOf(program: number): Promise<number | undefined> {
  const isWorker = ({ parent, command }: Process) => parent === program && command.includes('worker-process.ts');
  return (await allProcesses()).find(isWorker)?.pid;
}

/** Chromium processes that this program started, by the profile that bears its number. */
export async function browsersOf(program: number): Promise<Process[]> {
  return (await allProcesses()).filter(({ command }) => command.includes(`pagekeep-profile-${program}-`));
}

/** Ends one of its browsers the hard way; answers whether there was one. */
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
