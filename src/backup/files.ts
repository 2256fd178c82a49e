import { chmod, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { isTrouble, messageOf } from '../store/engine/sqlite-problem.ts';

/** A catch handler: only ENOENT means that a file is absent. A disk that cannot be read is an error. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing)) !== undefined;
}

/** Takes the permissions of other users away. Another owner, such as root for a mounted disk, decides about its files. */
export async function keepPrivate(path: string): Promise<void> {
  const { mode } = await stat(path);
  await chmod(path, mode & 0o7700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
  });
}

/** Flushes a file to the disk, so that it survives a power failure. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Flushes the directory entries of a folder. Network file systems that do not support this return EINVAL. */
export async function syncFolder(path: string): Promise<void> {
  await syncFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EINVAL') throw error;
  });
}

/** Flushes image folders (`ab/cd` below `folder`) and their parents, which may be new as well. */
export async function syncImageFolders(folder: string, changed: ReadonlySet<string>): Promise<void> {
  const above = [...changed].map((name) => dirname(name));
  for (const name of new Set([...changed, ...above, '.'])) await syncFolder(join(folder, name));
}

/**
 * Turns errors of the file system and of SQLite (no space, no permission, no such folder) into Problem('unavailable').
 */
export async function reportDiskErrors<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error || isTrouble(error))) throw error;
    throw new Problem('unavailable', `${what} was aborted: ${messageOf(error)}.`, { cause: error });
  }
}
