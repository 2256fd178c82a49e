import { constants, copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { type KeptImage, keptImages } from '../store/kept-images.ts';
import { snapshotSqlite } from '../store/snapshot.ts';
import { openSqlite } from '../store/sqlite.ts';
import { hashFile, readChecksums, writeChecksums } from './checksums.ts';
import { checkKey, keepKey } from './key.ts';
import {
  CHECKSUMS,
  databaseName,
  draftName,
  type EmbeddedPlaces,
  IMAGES,
  isDatabaseName,
  isDraftName,
  SECRET_KEY,
} from './layout.ts';
import { holdLock } from './lock.ts';

export interface BackupReport {
  readonly images: number;
  /** Images that the last backup in this folder did not have. */
  readonly copied: number;
}

const ATTEMPTS = 5;

/**
 * Copies the archive as it is at one moment into `folder`, while it is in use. A folder that holds a backup already is
 * brought up to date: images never change, so only new ones are copied. Broken off anywhere, the folder still holds
 * the backup before. Throws Problem('conflict') while another run fills the folder, and for
 * one that holds another key.
 */
export async function backUp(
  places: EmbeddedPlaces,
  folder: string,
  progress: (text: string) => void,
): Promise<BackupReport> {
  await mkdir(join(folder, IMAGES), { recursive: true, mode: 0o700 });
  using _ = holdLock(folder);
  await clearAway(folder, isDraftName);
  try {
    return await fill(places, folder, progress);
  } finally {
    await clearAway(folder, isDraftName);
  }
}

async function fill(places: EmbeddedPlaces, folder: string, progress: (text: string) => void): Promise<BackupReport> {
  const before = await readChecksums(join(folder, CHECKSUMS));
  const listedKey = before.get(SECRET_KEY);
  await checkKey(places.secretKeyPath, folder, listedKey);
  const draft = join(folder, draftName('pagekeep.db'));
  const sums = new Map<string, string>();
  let copied = 0;

  /** Answers whether every image of the snapshot is here; one that was deleted meanwhile asks for a new snapshot. */
  async function gather(): Promise<boolean> {
    sums.clear();
    const database = openSqlite(draft);
    try {
      for await (const image of keptImages(database)) {
        const name = `${IMAGES}/${image.key}`;
        const known = before.get(name);
        const sum = known ?? (await fetchImage(places.imageFolder, folder, image));
        if (sum === undefined) return false;
        if (known === undefined) copied += 1;
        before.set(name, sum);
        sums.set(name, sum);
        progress(`${sums.size} images, ${copied} of them new`);
      }
      return true;
    } finally {
      await database.close();
    }
  }

  for (let attempt = 1; ; attempt += 1) {
    await snapshotSqlite(places.databasePath, draft, (done, all) =>
      progress(`${done} of ${all} pages of the database`),
    );
    if (await gather()) break;
    if (attempt === ATTEMPTS) {
      throw new Problem('unavailable', 'Images of the archive are missing: see "pagekeep doctor", then try again.');
    }
  }
  const database = await hashFile(draft);
  sums.set(databaseName(database), database);
  // After the snapshot: a key that was made a moment ago may have sealed what is in it.
  const key = await keepKey(places.secretKeyPath, folder, listedKey);
  if (key !== undefined) sums.set(SECRET_KEY, key);
  await rename(draft, join(folder, databaseName(database)));
  await writeChecksums(join(folder, CHECKSUMS), join(folder, draftName(CHECKSUMS)), sums);
  for (const name of before.keys()) if (!sums.has(name)) await rm(join(folder, name), { force: true });
  // Also the one of a run that was broken off before its checksums were written.
  await clearAway(folder, (name) => isDatabaseName(name) && !sums.has(name));
  return { images: [...sums.keys()].filter((name) => name.startsWith(`${IMAGES}/`)).length, copied };
}

async function clearAway(folder: string, isLeft: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) if (isLeft(name)) await rm(join(folder, name), { force: true });
}

/** Throws Problem('unprocessable') for an image that is not what its record says. */
async function fetchImage(imageFolder: string, folder: string, image: KeptImage): Promise<string | undefined> {
  const target = join(folder, IMAGES, image.key);
  await mkdir(dirname(target), { recursive: true });
  try {
    await linkOrCopy(join(imageFolder, image.key), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const sum = await hashFile(target);
  if (image.sha256 !== undefined && sum !== image.sha256) {
    await rm(target);
    throw new Problem('unprocessable', `The image ${image.key} is damaged: see "pagekeep doctor".`);
  }
  return sum;
}

/** Images never change, so on one disk a second name for the same bytes is as good as a copy. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  await rm(target, { force: true });
  try {
    await link(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
}
