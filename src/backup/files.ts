import { open, stat } from 'node:fs/promises';

/** Only what certainly is not there counts as absent: a disk that cannot be read is an error. */
export function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessAbsent)) !== undefined;
}

/** Has a file, or the names in a folder, outlive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
