import { constants, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { openSqlite } from '../store/engine/sqlite.ts';
import { keptImages } from '../store/records/kept-images.ts';
import { canBeRead, hashFile, hashIfThere, type ListedFile, readChecksums } from './checksums.ts';
import { isThere, onDisks, syncFile, syncImageFolders } from './files.ts';
import { CHECKSUMS, type EmbeddedPlaces, imageKeyOf, isDatabaseName, SECRET_KEY } from './layout.ts';
import { holdLock } from './lock.ts';
import { type Lost, NOTHING_LOST, withLost } from './lost.ts';
import { publish } from './publish.ts';

export interface RestoreReport {
  readonly images: number;
  /** Images that records need, and the key, if they are missing or damaged in the backup. */
  readonly lost: Lost;
}

/**
 * Puts a backup in an empty place. The database comes last, so that a restore that was broken off is simply done again.
 * Other files that the backup has lost hold up nothing. Throws Problem('conflict') for a place that is not empty or that
 * another restore fills, Problem('unprocessable') for a backup whose database is not whole, Problem('unavailable') for
 * disks that cannot be used.
 */
export function restore(
  folder: string,
  places: EmbeddedPlaces,
  progress: (text: string) => void,
): Promise<RestoreReport> {
  return onDisks('The restore', () => putBack(folder, places, progress));
}

async function putBack(
  folder: string,
  places: EmbeddedPlaces,
  progress: (text: string) => void,
): Promise<RestoreReport> {
  if (await isThere(places.databasePath)) {
    throw new Problem('conflict', `${places.databasePath} exists: a backup is restored into an empty place only.`);
  }
  await refuseLeftovers(places.databasePath);
  const { database, key } = await findEssentials(folder);
  if (key !== undefined) await refuseOtherKey(places.secretKeyPath, key.sha256);
  const target = dirname(places.databasePath);
  await mkdir(target, { recursive: true, mode: 0o700 });
  using _ = holdLock('restore', target);
  // Read before all else, for without it the rest is of no use.
  const databaseDraft = await draftOf(join(folder, database.name), places.databasePath, database.sha256);
  if (databaseDraft === undefined) throw damaged(join(folder, database.name));
  const images = await putImages(folder, places.imageFolder, progress);
  let lost = await missedImages(databaseDraft, places.imageFolder);
  if (key !== undefined && !(await putKey(join(folder, key.name), places.secretKeyPath, key.sha256))) {
    lost = withLost(lost, SECRET_KEY);
  }
  await putDatabase(databaseDraft, places.databasePath);
  return { images, lost };
}

async function findEssentials(folder: string): Promise<{ database: ListedFile; key: ListedFile | undefined }> {
  let database: ListedFile | undefined;
  let key: ListedFile | undefined;
  for await (const file of readChecksums(join(folder, CHECKSUMS))) {
    if (isDatabaseName(file.name)) database = file;
    if (file.name === SECRET_KEY) key = file;
  }
  if (database === undefined) throw new Problem('unprocessable', `${folder} holds no backup of Pagekeep.`);
  return { database, key };
}

/** Answers how many there are; what the backup has lost is passed over. */
async function putImages(folder: string, imageFolder: string, progress: (text: string) => void): Promise<number> {
  await mkdir(imageFolder, { recursive: true });
  const changedFolders = new Set<string>();
  let images = 0;
  for await (const { name, sha256 } of readChecksums(join(folder, CHECKSUMS))) {
    const key = imageKeyOf(name);
    if (key === undefined) continue;
    const target = join(imageFolder, key);
    const draft = await draftOf(join(folder, name), target, sha256);
    if (draft === undefined) continue;
    await rename(draft, target);
    changedFolders.add(dirname(key));
    images += 1;
    progress(`${images} images`);
  }
  await syncImageFolders(imageFolder, changedFolders);
  return images;
}

/** SQLite would take what lies beside the restored database for its latest writes. */
async function refuseLeftovers(databasePath: string): Promise<void> {
  for (const rest of ['-wal', '-shm', '-journal']) {
    const path = `${databasePath}${rest}`;
    if (!(await isThere(path))) continue;
    throw new Problem(
      'conflict',
      `${path} is left of another database: stop the service, move the file away and restore again.`,
    );
  }
}

async function refuseOtherKey(path: string, sum: string): Promise<void> {
  const there = await hashIfThere(path);
  if (there === undefined || there === sum) return;
  throw new Problem(
    'conflict',
    `${path} is not the secret.key of this backup: stop the service, move it away and restore again.`,
  );
}

/** Answers whether the key is in its place, from the backup or from elsewhere. */
async function putKey(source: string, target: string, sum: string): Promise<boolean> {
  const draft = await draftOf(source, target, sum);
  if (draft !== undefined) await publish(draft, target);
  await refuseOtherKey(target, sum);
  return isThere(target);
}

async function putDatabase(draft: string, target: string): Promise<void> {
  await refuseLeftovers(target);
  if (await publish(draft, target)) return;
  throw new Problem(
    'conflict',
    `${target} was made while the backup was restored: stop the service, move the file away and restore again.`,
  );
}

/** A copy beside the target, verified and on the disk; undefined where the backup's file is missing or damaged. */
async function draftOf(source: string, target: string, sum: string): Promise<string | undefined> {
  const draft = `${target}.restoring`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyFile(source, draft, constants.COPYFILE_FICLONE);
    if ((await hashFile(draft)) === sum) {
      await syncFile(draft);
      return draft;
    }
  } catch (error) {
    // A full disk, say, is the trouble of the place and ends the restore.
    if (await canBeRead(source)) throw error;
  }
  await rm(draft, { force: true });
  return undefined;
}

function damaged(path: string): Problem {
  return new Problem('unprocessable', `The backup is not whole: ${path} is missing or damaged. Nothing was restored.`);
}

/** Asks the records, which also know of images that the backup had to leave out. */
async function missedImages(databasePath: string, imageFolder: string): Promise<Lost> {
  const database = openSqlite(databasePath);
  try {
    let lost = NOTHING_LOST;
    for await (const { key } of keptImages(database)) {
      if (!(await isThere(join(imageFolder, key)))) lost = withLost(lost, key);
    }
    return lost;
  } finally {
    await database.close();
  }
}
