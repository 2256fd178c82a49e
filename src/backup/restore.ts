import { constants, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { commitMarkPath } from '../store/engine/commit-mark.ts';
import { openSqliteCopy } from '../store/engine/sqlite.ts';
import { keptImages } from '../store/records/captures/kept-images.ts';
import { restoreDraft } from '../store/restore-draft.ts';
import { checkDatabase } from './check-database.ts';
import {
  hashFile,
  hashIfPresent,
  isReadable,
  isWholeList,
  type ListedFile,
  readChecksums,
  refuseEndless,
} from './checksums.ts';
import { exists, keepPrivate, reportDiskErrors, syncFile, syncImageFolders } from './files.ts';
import { findGeneration, readGenerations } from './generations.ts';
import { type EmbeddedPlaces, imageKeyOf, isDatabaseName, SECRET_KEY } from './layout.ts';
import { holdLock } from './lock.ts';
import { addMissing, type MissingFiles, NONE_MISSING } from './missing-files.ts';
import { publish } from './publish.ts';

export interface RestoreOptions {
  readonly progress: (text: string) => void;
  /** The time of the backup, such as 20260131T030000Z; undefined: the newest one. */
  readonly generation?: string | undefined;
}

export interface RestoreReport {
  /** The backup that was restored. */
  readonly generation: string;
  readonly images: number;
  /** Images that records need, secret.key and the list of files, if they are missing or damaged in the backup. */
  readonly lost: MissingFiles;
}

/**
 * Restores a backup into an empty location. The database is put in place last, so that an interrupted restore can be
 * repeated. Missing images and a missing key do not stop the restore. Throws Problem('conflict') if the location is not
 * empty or another restore is running, Problem('unprocessable') if the database of the backup is missing, damaged or
 * newer than this program, Problem('unavailable') if a disk cannot be used.
 */
export function restore(folder: string, places: EmbeddedPlaces, options: RestoreOptions): Promise<RestoreReport> {
  return reportDiskErrors('The restore', () => restoreFiles(folder, places, options));
}

async function restoreFiles(
  folder: string,
  places: EmbeddedPlaces,
  { progress, generation: wanted }: RestoreOptions,
): Promise<RestoreReport> {
  if (await exists(places.databasePath)) {
    throw new Problem(
      'conflict',
      `${places.databasePath} exists: a backup can only be restored into an empty location.`,
    );
  }
  await refuseLeftovers(places.databasePath);
  const generation = await findGeneration(folder, wanted);
  const list = join(folder, generation.list);
  const { database, key } = await findDatabaseAndKey(list);
  if (key !== undefined) await refuseOtherKey(places.secretKeyPath, key.sha256);
  const target = dirname(places.databasePath);
  await mkdir(target, { recursive: true, mode: 0o700 });
  using _ = holdLock('restore', target);
  // Copied first: without an intact database, there is no point in copying the images.
  const databaseDraft = await draftOfDatabase(folder, places.databasePath, database);
  const images = await putImages(folder, places.imageFolder, { list, progress });
  let lost = await findMissingImages(databaseDraft, places.imageFolder);
  if (key !== undefined && !(await putKey(join(folder, key.name), places.secretKeyPath, key.sha256))) {
    lost = addMissing(lost, SECRET_KEY);
  }
  // A damaged list may have lost the line of any file.
  if (!(await isWholeList(list))) lost = addMissing(lost, generation.list);
  await putDatabase(databaseDraft, places.databasePath);
  return { generation: generation.name, images, lost };
}

async function findDatabaseAndKey(list: string): Promise<{ database: ListedFile; key: ListedFile | undefined }> {
  let database: ListedFile | undefined;
  let key: ListedFile | undefined;
  for await (const file of readChecksums(list)) {
    if (isDatabaseName(file.name)) database = file;
    if (file.name === SECRET_KEY) key = file;
  }
  if (database === undefined) throw await unusable(dirname(list), `The list of files ${list} is damaged.`);
  return { database, key };
}

/** Returns the number of restored images. Skips missing and damaged ones. */
async function putImages(
  folder: string,
  imageFolder: string,
  { list, progress }: { list: string; progress: (text: string) => void },
): Promise<number> {
  await mkdir(imageFolder, { recursive: true, mode: 0o700 });
  const changedFolders = new Set<string>();
  let images = 0;
  for await (const { name, sha256 } of readChecksums(list)) {
    const key = imageKeyOf(name);
    if (key === undefined) continue;
    const target = join(imageFolder, key);
    const draft = await draftOf(join(folder, name), target, sha256);
    if (draft === undefined) continue;
    await rename(draft, target);
    changedFolders.add(dirname(key));
    images += 1;
    progress(`images: ${images}`);
  }
  await syncImageFolders(imageFolder, changedFolders);
  return images;
}

/** SQLite would apply a journal that it finds next to the restored database. */
async function refuseLeftovers(databasePath: string): Promise<void> {
  for (const rest of ['-wal', '-shm', '-journal']) {
    const path = `${databasePath}${rest}`;
    if (!(await exists(path))) continue;
    throw new Problem(
      'conflict',
      `${path} belongs to another database: stop the service, move the file away and restore again.`,
    );
  }
}

async function refuseOtherKey(path: string, sum: string): Promise<void> {
  const there = await hashIfPresent(path);
  if (there === undefined || there === sum) return;
  throw new Problem(
    'conflict',
    `${path} differs from the secret.key of this backup: stop the service, move it away and restore again.`,
  );
}

/** Returns whether the right key is in place, from the backup or from before. */
async function putKey(source: string, target: string, sum: string): Promise<boolean> {
  const draft = await draftOf(source, target, sum);
  if (draft !== undefined) await publish(draft, target);
  await refuseOtherKey(target, sum);
  return exists(target);
}

async function putDatabase(draft: string, target: string): Promise<void> {
  await refuseLeftovers(target);
  // It counts the transactions of the database that was here before.
  await rm(commitMarkPath(target), { force: true });
  if (await publish(draft, target)) return;
  throw new Problem(
    'conflict',
    `${target} was created during the restore: stop the service, move the file away and restore again.`,
  );
}

/**
 * Makes a verified and flushed copy next to the target. Returns undefined if the backup's file is missing or damaged.
 */
async function draftOf(source: string, target: string, sum: string): Promise<string | undefined> {
  const draft = restoreDraft(target);
  await mkdir(dirname(target), { recursive: true });
  try {
    await refuseEndless(source);
    await copyFile(source, draft, constants.COPYFILE_FICLONE);
    if ((await hashFile(draft)) === sum) {
      await syncFile(draft);
      return draft;
    }
  } catch (error) {
    // If the source is readable, the target failed (a full disk, for example), and the restore has to stop.
    if (await isReadable(source)) throw error;
  }
  await rm(draft, { force: true });
  return undefined;
}

/** Throws Problem('unprocessable') if the database is missing, damaged or newer than this program. */
async function draftOfDatabase(folder: string, target: string, { name, sha256 }: ListedFile): Promise<string> {
  const source = join(folder, name);
  const draft = await draftOf(source, target, sha256);
  if (draft === undefined) throw await unusable(folder, `${source} is missing or damaged.`);
  try {
    // The copy has the permissions of the backup, which earlier versions let every user read.
    await keepPrivate(draft);
    await checkDatabase(draft);
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    throw error instanceof Problem ? await unusable(folder, error.message) : error;
  }
}

async function unusable(folder: string, reason: string): Promise<Problem> {
  const names = (await readGenerations(folder)).map(({ name }) => name).join(', ');
  const advice = `Nothing was restored. Backups in this folder, for --generation: ${names}.`;
  return new Problem('unprocessable', `The backup cannot be used: ${reason} ${advice}`);
}

/** Compares with the records, which also name the images that the backup left out. */
async function findMissingImages(databasePath: string, imageFolder: string): Promise<MissingFiles> {
  using database = openSqliteCopy(databasePath);
  let lost = NONE_MISSING;
  for await (const { key } of keptImages(database)) {
    if (!(await exists(join(imageFolder, key)))) lost = addMissing(lost, key);
  }
  return lost;
}
