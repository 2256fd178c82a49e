import { link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exists, syncFolder } from './files.ts';

/**
 * Gives a finished file its final name. Returns false if the name is already in use. Uses link() because rename() would
 * replace a file that another process created in the meantime.
 */
export async function publish(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!WITHOUT_LINKS.has(code)) throw error;
    if (await exists(target)) return false;
    await rename(draft, target);
    return true;
  } finally {
    await rm(draft, { force: true });
    await syncFolder(dirname(target));
  }
}

/** Error codes of file systems without hard links, such as FAT and exFAT. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
