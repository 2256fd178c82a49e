import { constants, copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KeptImage } from '../store/records/kept-images.ts';
import { hashFile, isReadable } from './checksums.ts';
import { syncFile } from './files.ts';
import { draftName, IMAGES } from './layout.ts';

export type BackedUpImage =
  | { readonly kind: 'kept' | 'copied'; readonly sum: string }
  | { readonly kind: 'unreadable' };

/**
 * Puts an image into the backup. `listed` is its SHA-256 in the previous backup. The result is `unreadable` if the
 * image is missing, damaged or unreadable in the archive and the backup does not have it either.
 */
export async function backUpImage(
  imageFolder: string,
  folder: string,
  { key, sha256 }: KeptImage,
  listed: string | undefined,
): Promise<BackedUpImage> {
  const source = join(imageFolder, key);
  const target = join(folder, IMAGES, key);
  if (listed !== undefined && (await isIntact(target, source, listed))) return { kind: 'kept', sum: listed };
  const draft = join(folder, IMAGES, draftName('image'));
  try {
    await linkOrCopy(source, draft);
    const sum = await hashFile(draft);
    if (sha256 !== undefined && sum !== sha256) return { kind: 'unreadable' };
    await mkdir(dirname(target), { recursive: true });
    await rename(draft, target);
    return { kind: 'copied', sum };
  } catch (error) {
    // If the source is readable, the target failed (a full disk, for example), and the backup has to stop.
    if (await isReadable(source)) throw error;
    return { kind: 'unreadable' };
  } finally {
    // rename() does nothing if both names are hard links to the same file, so the draft may still exist.
    await rm(draft, { force: true });
  }
}

/**
 * Compares sizes only, because reading every image at every backup takes hours. If the sizes differ or the archive has
 * lost the image, the file in the backup may be the only intact one, so its hash decides.
 */
async function isIntact(target: string, source: string, listed: string): Promise<boolean> {
  const size = await sizeOf(target);
  if (size === undefined) return false;
  return size === (await sizeOf(source)) || (await hashFile(target).catch(() => undefined)) === listed;
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Images never change, so on the same disk a hard link is as good as a copy. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await syncFile(target);
  }
}
