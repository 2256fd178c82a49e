import type { Stats } from 'node:fs';
import { constants, copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KeptImage } from '../store/records/captures/kept-images.ts';
import { hashFile, isReadable } from './checksums.ts';
import { syncFile } from './files.ts';
import { draftName, IMAGES } from './layout.ts';

export interface ImagePlaces {
  readonly imageFolder: string;
  /** The backup. */
  readonly folder: string;
  /** Whether files on the same disk are linked instead of copied. */
  readonly hardLinks: boolean;
}

export type BackedUpImage =
  | { readonly kind: 'kept' | 'copied'; readonly sum: string }
  | { readonly kind: 'unreadable' };

/**
 * Puts an image into the backup. `listed` is its SHA-256 in the previous backup. The result is `unreadable` if the
 * image is missing, damaged or unreadable in the archive and the backup does not have it either.
 */
export async function backUpImage(
  { imageFolder, folder, hardLinks }: ImagePlaces,
  { key, sha256 }: KeptImage,
  listed: string | undefined,
): Promise<BackedUpImage> {
  const source = join(imageFolder, key);
  const target = join(folder, IMAGES, key);
  if (listed !== undefined && (await isIntact({ source, target, listed, hardLinks }))) {
    return { kind: 'kept', sum: listed };
  }
  const draft = join(folder, IMAGES, draftName('image'));
  try {
    await (hardLinks ? linkOrCopy : copy)(source, draft);
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

interface Kept {
  readonly source: string;
  readonly target: string;
  readonly listed: string;
  readonly hardLinks: boolean;
}

/**
 * Compares sizes only, because reading every image at every backup takes hours. If the sizes differ or the archive has
 * lost the image, the file in the backup may be the only intact one, so its hash decides. A hard link that an earlier
 * backup made is replaced by a copy, unless links are wanted.
 */
async function isIntact({ source, target, listed, hardLinks }: Kept): Promise<boolean> {
  const [kept, own] = [await fileAt(target), await fileAt(source)];
  if (kept === undefined) return false;
  if (!hardLinks && kept.ino === own?.ino && kept.dev === own.dev) return false;
  return kept.size === own?.size || (await hashFile(target).catch(() => undefined)) === listed;
}

async function fileAt(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found : undefined;
}

/** A copy shares no bytes with the archive, or shares them copy-on-write where the file system can. */
async function copy(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await syncFile(target);
}

/** Only files of the same disk can be linked. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  await link(source, target).catch(() => copy(source, target));
}
