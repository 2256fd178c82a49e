import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Creates the folder unless it exists. It is filled under another name and then renamed, so it is never incomplete. If
 * several processes create it at the same time, the first one wins and the others discard theirs.
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
