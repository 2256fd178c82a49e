import { constants, copyFile, link, mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { keptImages } from '../store/kept-images.ts';
import { openSqlite } from '../store/sqlite.ts';
import { canBeRead, hashFile, hashIfThere, readChecksums } from './checksums.ts';
import { isThere, syncFile, syncFolder } from './files.ts';
import { CHECKSUMS, type EmbeddedPlaces, IMAGES, isDatabaseName, SECRET_KEY } from './layout.ts';
import { type Lost, NOTHING_LOST, withLost } from './lost.ts';

export interface RestoreReport {
  readonly images: number;
  /** Images that records need, and the key, if they are missing or damaged in the backup. */
  readonly lost: Lost;
}

/**
 * Puts a backup in an empty place. The database comes last, so that a restore that was broken off is simply done again.
 * Other files that the backup has lost hold up nothing. Throws Problem('conflict') for a place that is not empty,
 * Problem('unprocessable') for a backup whose database is not whole.
 */
export async function restore(
  folder: string,
  places: EmbeddedPlaces,
  progress: (text: string) => void,
): Promise<RestoreReport> {
  if (await isThere(places.databasePath)) {
    throw new Problem('conflict', `${places.databasePath} exists: a backup is restored into an empty place only.`);
  }
  await refuseLeftovers(places.databasePath);
  const sums = await readChecksums(join(folder, CHECKSUMS));
  const [database, databaseSum] = [...sums].find(([name]) => isDatabaseName(name)) ?? [];
  if (database === undefined || databaseSum === undefined)
    throw new Problem('unprocessable', `${folder} holds no backup of Pagekeep.`);
  const keySum = sums.get(SECRET_KEY);
  if (keySum !== undefined) await refuseOtherKey(places.secretKeyPath, keySum);
  await mkdir(dirname(places.databasePath), { recursive: true, mode: 0o700 });
  // Read before all else, for without it the rest is of no use.
  const databaseDraft = await draftOf(join(folder, database), places.databasePath, databaseSum);
  if (databaseDraft === undefined) throw damaged(join(folder, database));
  let images = 0;
  for (const [name, sum] of sums) {
    if (!name.startsWith(`${IMAGES}/`)) continue;
    const target = join(places.imageFolder, name.slice(IMAGES.length + 1));
    const draft = await draftOf(join(folder, name), target, sum);
    if (draft === undefined) continue;
    await rename(draft, target);
    images += 1;
    progress(`${images} images`);
  }
  await syncFolders(places.imageFolder);
  let lost = await missedImages(databaseDraft, places.imageFolder);
  if (keySum !== undefined && !(await putKey(join(folder, SECRET_KEY), places.secretKeyPath, keySum))) {
    lost = withLost(lost, SECRET_KEY);
  }
  await putDatabase(databaseDraft, places.databasePath);
  return { images, lost };
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

/** Answers whether the place was free: unlike a rename, a link never replaces what somebody put there meanwhile. */
async function publish(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await unlink(draft);
    await syncFolder(dirname(target));
  }
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

async function syncFolders(folder: string): Promise<void> {
  if (!(await isThere(folder))) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  }
  await syncFolder(folder);
}
