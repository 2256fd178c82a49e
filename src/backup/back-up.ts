import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { openSqliteCopy } from '../store/engine/sqlite.ts';
import { keptImages } from '../store/records/captures/kept-images.ts';
import { snapshotSqlite } from '../store/snapshot.ts';
import { backUpImage } from './back-up-image.ts';
import { backUpKey, checkKey } from './back-up-key.ts';
import { checkDatabase } from './check-database.ts';
import { hashFile, readChecksums, writeList } from './checksums.ts';
import { keepPrivate, reportDiskErrors, syncFolder, syncImageFolders } from './files.ts';
import { type Generation, newGeneration, readGenerations, retiredLists } from './generations.ts';
import {
  CHECKSUMS,
  databaseName,
  draftName,
  type EmbeddedPlaces,
  IMAGES,
  imageName,
  isDraftName,
  isOwnName,
  SECRET_KEY,
} from './layout.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { holdLock } from './lock.ts';
import { addMissing, type MissingFiles, NONE_MISSING } from './missing-files.ts';
import { removeOldGenerations } from './remove-old-generations.ts';

export interface BackupReport {
  /** The time of this backup, by which a restore names it. */
  readonly generation: string;
  readonly images: number;
  /** Images that the earlier backups in this folder did not have. */
  readonly copied: number;
  /**
   * Images that records need, but that are missing or damaged in the archive. The backup is complete except for them.
   */
  readonly leftOut: MissingFiles;
}

export interface BackupOptions {
  readonly progress: (text: string) => void;
  /** The number of backups that the folder keeps. */
  readonly generations: number;
  /** Links images on the same disk instead of copying them: damage of a file then damages the archive and the backup. */
  readonly hardLinks?: boolean;
  readonly now?: Date;
}

const ATTEMPTS = 5;

/**
 * Copies a consistent snapshot of the archive into `folder` while the archive is in use. Images never change, so those
 * that an earlier backup in the folder has are not copied again. A run that is interrupted or refused leaves the earlier
 * backups intact. Throws Problem('conflict') if another run is writing to the folder or the folder holds a different
 * key, Problem('unprocessable') if the database is damaged or newer than this program, Problem('unavailable') if a disk
 * cannot be used.
 */
export function backUp(places: EmbeddedPlaces, folder: string, options: BackupOptions): Promise<BackupReport> {
  return reportDiskErrors('The backup', () => fillLocked(places, folder, options));
}

async function fillLocked(places: EmbeddedPlaces, folder: string, options: BackupOptions): Promise<BackupReport> {
  await mkdir(join(folder, IMAGES), { recursive: true, mode: 0o700 });
  using _ = holdLock('backup', folder);
  await clearDrafts(folder);
  await keepBackupsPrivate(folder);
  try {
    return await fill(places, folder, options);
  } finally {
    await clearDrafts(folder);
  }
}

async function fill(
  places: EmbeddedPlaces,
  folder: string,
  { progress, generations: count, hardLinks = false, now = new Date() }: BackupOptions,
): Promise<BackupReport> {
  using ledger = openLedger(join(folder, draftName('ledger')));
  const earlier = await readGenerations(folder);
  await noteFiles(ledger, folder, earlier);
  const listedKey = ledger.sumOf(SECRET_KEY);
  await checkKey(places.secretKeyPath, folder, listedKey);
  const draft = join(folder, draftName('pagekeep.db'));
  const imagePlaces = { imageFolder: places.imageFolder, folder, hardLinks };
  const changedFolders = new Set<string>();
  let copied = 0;

  /** Copies every image of the snapshot. `news` counts the left-out images that the previous attempt did not miss. */
  async function copyImages(): Promise<{ images: number; leftOut: MissingFiles; news: number }> {
    ledger.begin();
    let [images, leftOut, news] = [0, NONE_MISSING, 0];
    using database = openSqliteCopy(draft);
    for await (const image of keptImages(database)) {
      const name = imageName(image.key);
      const kept = await backUpImage(imagePlaces, image, ledger.sumOf(name));
      if (kept.kind === 'unreadable') {
        leftOut = addMissing(leftOut, image.key);
        if (!ledger.miss(name)) news += 1;
        continue;
      }
      if (kept.kind === 'copied') {
        copied += 1;
        changedFolders.add(dirname(image.key));
      }
      images += 1;
      ledger.need({ name, sha256: kept.sum });
      progress(`images: ${images}, ${copied} of them new`);
    }
    return { images, leftOut, news };
  }

  /**
   * An image file is deleted after its record. A missing image may belong to a webpage that was deleted after the
   * snapshot, so a second snapshot is taken: if that one still names the image, the file is lost.
   */
  async function copySnapshot(): Promise<{ images: number; leftOut: MissingFiles }> {
    for (let attempt = 1; ; attempt += 1) {
      await snapshotSqlite(places.databasePath, draft, (done, all) => progress(`database: ${done} of ${all} pages`));
      progress('database: checking the copy');
      await checkSnapshot(draft);
      const { images, leftOut, news } = await copyImages();
      if (news === 0 || attempt === ATTEMPTS) return { images, leftOut };
    }
  }

  const { images, leftOut } = await copySnapshot();
  await syncImageFolders(join(folder, IMAGES), changedFolders);
  const sha256 = await hashFile(draft);
  ledger.need({ name: databaseName(sha256), sha256 });
  // Copied after the snapshot: the snapshot may hold secrets that a newly created key encrypted.
  const key = await backUpKey(places.secretKeyPath, folder, listedKey);
  if (key !== undefined) ledger.need({ name: SECRET_KEY, sha256: key });
  await rename(draft, join(folder, databaseName(sha256)));
  await syncFolder(folder);
  const generation = newGeneration(earlier, now);
  await writeList(join(folder, generation.list), join(folder, draftName(CHECKSUMS)), ledger.needed());
  await syncFolder(folder);
  await removeOldGenerations(folder, [generation, ...earlier], { count, ledger });
  return { generation: generation.name, images, copied, leftOut };
}

async function checkSnapshot(path: string): Promise<void> {
  try {
    await checkDatabase(path);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.kind, `Nothing was backed up; earlier backups are unchanged. ${error.message}`);
  }
}

/** Notes the files of all backups. The newest one is last, because its checksums count. */
async function noteFiles(ledger: Ledger, folder: string, generations: readonly Generation[]): Promise<void> {
  const lists = generations.map(({ list }) => list).reverse();
  for (const list of [...(await retiredLists(folder)), ...lists]) {
    for await (const file of readChecksums(join(folder, list))) ledger.note(file);
  }
}

/** Also for the backups of earlier versions. A folder that other programs use keeps its permissions, unlike the files of backups in it. */
async function keepBackupsPrivate(folder: string): Promise<void> {
  const names = await readdir(folder);
  const own = names.filter(isOwnName);
  for (const name of own) await keepPrivate(join(folder, name));
  if (own.length === names.length) await keepPrivate(folder);
}

async function clearDrafts(folder: string): Promise<void> {
  for (const each of [folder, join(folder, IMAGES)]) {
    for (const name of await readdir(each)) if (isDraftName(name)) await rm(join(each, name), { force: true });
  }
}
