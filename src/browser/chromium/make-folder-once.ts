import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Makes the folder unless it is there. It is filled under another name and renamed, so it is either whole or absent;
 * of several processes that make it at once, the first to finish wins and the others throw theirs away.
 */
export async function makeFolderOnce(folder: string, fill: (staging: string) => Promise<void>): Promise<string> {
  if (await exists(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(join(dirname(folder), '.making-'));
  try {
    await fill(staging);
    await rename(staging, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return folder;
}
