import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSqlite } from '../store/engine/sqlite.ts';
import { keptImages } from '../store/records/kept-images.ts';
import { snapshotSqlite } from '../store/snapshot.ts';
import { backUpImage } from './back-up-image.ts';
import { backUpKey, checkKey } from './back-up-key.ts';
import { hashFile, readChecksums, writeChecksums } from './checksums.ts';
import { reportDiskErrors, syncFolder, syncImageFolders } from './files.ts';
import {
  CHECKSUMS,
  databaseName,
  draftName,
  type EmbeddedPlaces,
  IMAGES,
  imageName,
  isDatabaseName,
  isDraftName,
  SECRET_KEY,
} from './layout.ts';
import { openLedger } from './ledger.ts';
import { holdLock } from './lock.ts';
import { addMissing, type MissingFiles, NONE_MISSING } from './missing-files.ts';

export interface BackupReport {
  readonly images: number;
  /** Images that the previous backup in this folder did not have. */
  readonly copied: number;
  /**
   * Images that records need, but that are missing or damaged in the archive. The backup is complete except for them.
   */
  readonly leftOut: MissingFiles;
}

const ATTEMPTS = 5;

/**
 * Copies a consistent snapshot of the archive into `folder` while the archive is in use. A folder that already holds a
 * backup is updated: images never change, so only new ones are copied. A run that is interrupted leaves the previous
 * backup intact. Throws Problem('conflict') if another run is writing to the folder or the folder holds a different
 * key, Problem('unavailable') if a disk cannot be used.
 */
export function backUp(
  places: EmbeddedPlaces,
  folder: string,
  progress: (text: string) => void,
): Promise<BackupReport> {
  return reportDiskErrors('The backup', () => fillLocked(places, folder, progress));
}

async function fillLocked(
  places: EmbeddedPlaces,
  folder: string,
  progress: (text: string) => void,
): Promise<BackupReport> {
  await mkdir(join(folder, IMAGES), { recursive: true, mode: 0o700 });
  using _ = holdLock('backup', folder);
  await clearDrafts(folder);
  try {
    return await fill(places, folder, progress);
  } finally {
    await clearDrafts(folder);
  }
}

async function fill(places: EmbeddedPlaces, folder: string, progress: (text: string) => void): Promise<BackupReport> {
  using ledger = openLedger(join(folder, draftName('ledger')));
  for await (const file of readChecksums(join(folder, CHECKSUMS))) ledger.note(file);
  const listedKey = ledger.sumOf(SECRET_KEY);
  await checkKey(places.secretKeyPath, folder, listedKey);
  const draft = join(folder, draftName('pagekeep.db'));
  const changedFolders = new Set<string>();
  let copied = 0;

  /** Copies every image of the snapshot. `news` counts the left-out images that the previous attempt did not miss. */
  async function copyImages(): Promise<{ images: number; leftOut: MissingFiles; news: number }> {
    ledger.begin();
    let [images, leftOut, news] = [0, NONE_MISSING, 0];
    const database = openSqlite(draft);
    try {
      for await (const image of keptImages(database)) {
        const name = imageName(image.key);
        const kept = await backUpImage(places.imageFolder, folder, image, ledger.sumOf(name));
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
    } finally {
      await database.close();
    }
  }

  /**
   * An image file is deleted after its record. A missing image may belong to a webpage that was deleted after the
   * snapshot, so a second snapshot is taken: if that one still names the image, the file is lost.
   */
  async function copySnapshot(): Promise<{ images: number; leftOut: MissingFiles }> {
    for (let attempt = 1; ; attempt += 1) {
      await snapshotSqlite(places.databasePath, draft, (done, all) => progress(`database: ${done} of ${all} pages`));
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
  await writeChecksums(join(folder, CHECKSUMS), join(folder, draftName(CHECKSUMS)), ledger.needed());
  await syncFolder(folder);
  for (const name of ledger.unneeded()) await rm(join(folder, name), { force: true });
  // This also removes the database of a run that stopped before it wrote its checksums.
  await removeMatching(folder, (name) => isDatabaseName(name) && name !== databaseName(sha256));
  return { images, copied, leftOut };
}

async function clearDrafts(folder: string): Promise<void> {
  for (const each of [folder, join(folder, IMAGES)]) await removeMatching(each, isDraftName);
}

async function removeMatching(folder: string, matches: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) if (matches(name)) await rm(join(folder, name), { force: true });
}
