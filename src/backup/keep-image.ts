import { constants, copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KeptImage } from '../store/records/kept-images.ts';
import { canBeRead, hashFile } from './checksums.ts';
import { syncFile } from './files.ts';
import { draftName, IMAGES } from './layout.ts';

export type Kept = { readonly kind: 'kept' | 'copied'; readonly sum: string } | { readonly kind: 'unreadable' };

/**
 * Has an image in the backup, where it is `listed` with its SHA-256 if it was kept before. Unreadable is one that is lost,
 * damaged or out of reach in the archive, unless the backup has it.
 */
export async function keepImage(
  imageFolder: string,
  folder: string,
  { key, sha256 }: KeptImage,
  listed: string | undefined,
): Promise<Kept> {
  const source = join(imageFolder, key);
  const target = join(folder, IMAGES, key);
  if (listed !== undefined && (await isWhole(target, source, listed))) return { kind: 'kept', sum: listed };
  const draft = join(folder, IMAGES, draftName('image'));
  try {
    await linkOrCopy(source, draft);
    const sum = await hashFile(draft);
    if (sha256 !== undefined && sum !== sha256) return { kind: 'unreadable' };
    await mkdir(dirname(target), { recursive: true });
    await rename(draft, target);
    return { kind: 'copied', sum };
  } catch (error) {
    // A full disk, say, is the trouble of the backup and ends it.
    if (await canBeRead(source)) throw error;
    return { kind: 'unreadable' };
  } finally {
    // Where both names are links to one file, a rename leaves both.
    await rm(draft, { force: true });
  }
}

/**
 * An equal size has to do, for to read every image of each backup takes hours. Where it differs, or the archive has lost
 * the image, the backup's may be the only good one.
 */
async function isWhole(target: string, source: string, listed: string): Promise<boolean> {
  const size = await sizeOf(target);
  if (size === undefined) return false;
  return size === (await sizeOf(source)) || (await hashFile(target).catch(() => undefined)) === listed;
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Images never change, so on one disk a second name for the same bytes is as good as a copy. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await syncFile(target);
  }
}
