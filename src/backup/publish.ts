import { link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isThere, syncFolder } from './files.ts';

/** Gives a draft its name. Answers whether the place was free: unlike a rename, a link never replaces what somebody put there meanwhile. */
export async function publish(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!WITHOUT_LINKS.has(code)) throw error;
    if (await isThere(target)) return false;
    await rename(draft, target);
    return true;
  } finally {
    await rm(draft, { force: true });
    await syncFolder(dirname(target));
  }
}

/** What disks say that know no second name for a file, such as those of cards and sticks. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
