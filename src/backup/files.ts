import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { isTrouble, messageOf } from '../store/engine/sqlite-problem.ts';

/** Only what certainly is not there counts as absent: a disk that cannot be read is an error. */
export function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessAbsent)) !== undefined;
}

/** Has the bytes of a file outlive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The same for the names in a folder; some file systems of other machines have no such thing, and say EINVAL. */
export async function syncFolder(path: string): Promise<void> {
  await syncFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EINVAL') throw error;
  });
}

/** The same for folders of images, `ab/cd` below `folder`, and for those above them, which may be as new. */
export async function syncImageFolders(folder: string, changed: ReadonlySet<string>): Promise<void> {
  const above = [...changed].map((name) => dirname(name));
  for (const name of new Set([...changed, ...above, '.'])) await syncFolder(join(folder, name));
}

/** Work on disks, whose own trouble (no space, no right, no such folder) is an operator's to mend, and throws Problem('unavailable'). */
export async function onDisks<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error || isTrouble(error))) throw error;
    throw new Problem('unavailable', `${what} was broken off: ${messageOf(error)}.`, { cause: error });
  }
}
