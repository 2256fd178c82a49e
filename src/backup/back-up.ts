import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSqlite } from '../store/engine/sqlite.ts';
import { keptImages } from '../store/records/kept-images.ts';
import { snapshotSqlite } from '../store/snapshot.ts';
import { hashFile, readChecksums, writeChecksums } from './checksums.ts';
import { onDisks, syncFolder, syncImageFolders } from './files.ts';
import { keepImage } from './keep-image.ts';
import { checkKey, keepKey } from './key.ts';
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
import { type Lost, NOTHING_LOST, withLost } from './lost.ts';

export interface BackupReport {
  readonly images: number;
  /** Images that the last backup in this folder did not have. */
  readonly copied: number;
  /** Images that records need, but that are lost or damaged in the archive: the backup is whole but for them. */
  readonly leftOut: Lost;
}

const ATTEMPTS = 5;

/**
 * Copies the archive as it is at one moment into `folder`, while it is in use. A folder that holds a backup already is
 * brought up to date: images never change, so only new ones are copied. Broken off anywhere, the folder still holds
 * the backup before. Throws Problem('conflict') while another run fills the folder, and for one that holds another key,
 * Problem('unavailable') for disks that cannot be used.
 */
export function backUp(
  places: EmbeddedPlaces,
  folder: string,
  progress: (text: string) => void,
): Promise<BackupReport> {
  return onDisks('The backup', () => fillAlone(places, folder, progress));
}

async function fillAlone(
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

  /** Brings every image of the snapshot here. `news`: how many of those that are left out were not missed before. */
  async function gather(): Promise<{ images: number; leftOut: Lost; news: number }> {
    ledger.begin();
    let [images, leftOut, news] = [0, NOTHING_LOST, 0];
    const database = openSqlite(draft);
    try {
      for await (const image of keptImages(database)) {
        const name = imageName(image.key);
        const kept = await keepImage(places.imageFolder, folder, image, ledger.sumOf(name));
        if (kept.kind === 'unreadable') {
          leftOut = withLost(leftOut, image.key);
          if (!ledger.miss(name)) news += 1;
          continue;
        }
        if (kept.kind === 'copied') {
          copied += 1;
          changedFolders.add(dirname(image.key));
        }
        images += 1;
        ledger.need({ name, sha256: kept.sum });
        progress(`${images} images, ${copied} of them new`);
      }
      return { images, leftOut, news };
    } finally {
      await database.close();
    }
  }

  /** An image goes after its record: what a later snapshot still names was not deleted meanwhile, but is lost. */
  async function gatherAll(): Promise<{ images: number; leftOut: Lost }> {
    for (let attempt = 1; ; attempt += 1) {
      await snapshotSqlite(places.databasePath, draft, (done, all) =>
        progress(`${done} of ${all} pages of the database`),
      );
      const { images, leftOut, news } = await gather();
      if (news === 0 || attempt === ATTEMPTS) return { images, leftOut };
    }
  }

  const { images, leftOut } = await gatherAll();
  await syncImageFolders(join(folder, IMAGES), changedFolders);
  const sha256 = await hashFile(draft);
  ledger.need({ name: databaseName(sha256), sha256 });
  // After the snapshot: a key that was made a moment ago may have sealed what is in it.
  const key = await keepKey(places.secretKeyPath, folder, listedKey);
  if (key !== undefined) ledger.need({ name: SECRET_KEY, sha256: key });
  await rename(draft, join(folder, databaseName(sha256)));
  await syncFolder(folder);
  await writeChecksums(join(folder, CHECKSUMS), join(folder, draftName(CHECKSUMS)), ledger.needed());
  await syncFolder(folder);
  for (const name of ledger.unneeded()) await rm(join(folder, name), { force: true });
  // Also the one of a run that was broken off before its checksums were written.
  await clearAway(folder, (name) => isDatabaseName(name) && name !== databaseName(sha256));
  return { images, copied, leftOut };
}

async function clearDrafts(folder: string): Promise<void> {
  for (const each of [folder, join(folder, IMAGES)]) await clearAway(each, isDraftName);
}

async function clearAway(folder: string, isLeft: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) if (isLeft(name)) await rm(join(folder, name), { force: true });
}
