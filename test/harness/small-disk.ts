import { execFileSync } from 'node:child_process';
import { temporaryFolder } from './engines.ts';

/** A disk of 64 MB; undefined where this user may not mount one. */
export async function smallDisk(undo: (work: () => unknown) => void): Promise<string | undefined> {
  const folder = await temporaryFolder('disk');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  undo(() => execFileSync('umount', ['-l', folder]));
  return folder;
}

/** As a system does with a disk that reports errors. */
export function makeReadOnly(disk: string, readOnly: boolean): void {
  execFileSync('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, disk]);
}
