import { execFileSync } from 'node:child_process';
import { temporaryFolder } from './engines.ts';

/** Mounts a disk of 64 MB. Returns undefined if this user may not mount. */
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

/** Remounts the disk, as a system does after I/O errors. */
export function makeReadOnly(disk: string, readOnly: boolean): void {
  execFileSync('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, disk]);
}
