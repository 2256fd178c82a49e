import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keptImages } from '../store/kept-images.ts';
import { snapshotSqlite } from '../store/snapshot.ts';
import { openSqlite } from '../store/sqlite.ts';
import { hashFile, readChecksums, writeChecksums } from './checksums.ts';
import { syncFolder } from './files.ts';
import { keepImage } from './keep-image.ts';
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
 * the backup before. Throws Problem('conflict') while another run fills the folder, and for one that holds another key.
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
  const changedFolders = new Set<string>();
  let copied = 0;

  /** Brings every image of the snapshot here; answers the keys of those that cannot be read. */
  async function gather(): Promise<Set<string>> {
    sums.clear();
    const unreadable = new Set<string>();
    const database = openSqlite(draft);
    try {
      for await (const image of keptImages(database)) {
        const name = `${IMAGES}/${image.key}`;
        const kept = await keepImage(places.imageFolder, folder, image, before.get(name));
        if (kept.kind === 'unreadable') {
          unreadable.add(image.key);
          continue;
        }
        if (kept.kind === 'copied') {
          copied += 1;
          changedFolders.add(dirname(name));
        }
        before.set(name, kept.sum);
        sums.set(name, kept.sum);
        progress(`${sums.size} images, ${copied} of them new`);
      }
      return unreadable;
    } finally {
      await database.close();
    }
  }

  let leftOut = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    await snapshotSqlite(places.databasePath, draft, (done, all) =>
      progress(`${done} of ${all} pages of the database`),
    );
    const unreadable = await gather();
    // An image goes after its record: what a later snapshot still names was not deleted meanwhile.
    const lost = unreadable.isSubsetOf(leftOut);
    leftOut = unreadable;
    if (lost || attempt === ATTEMPTS) break;
  }
  const images = sums.size;
  await syncFolders(folder, changedFolders);
  const database = await hashFile(draft);
  sums.set(databaseName(database), database);
  // After the snapshot: a key that was made a moment ago may have sealed what is in it.
  const key = await keepKey(places.secretKeyPath, folder, listedKey);
  if (key !== undefined) sums.set(SECRET_KEY, key);
  await rename(draft, join(folder, databaseName(database)));
  await syncFolder(folder);
  await writeChecksums(join(folder, CHECKSUMS), join(folder, draftName(CHECKSUMS)), sums);
  await syncFolder(folder);
  for (const name of before.keys()) {
    if (name.startsWith(`${IMAGES}/`) && !sums.has(name) && !leftOut.has(name.slice(IMAGES.length + 1))) {
      await rm(join(folder, name), { force: true });
    }
  }
  // Also the one of a run that was broken off before its checksums were written.
  await clearAway(folder, (name) => isDatabaseName(name) && !sums.has(name));
  return { images, copied, leftOut: [...leftOut].reduce(withLost, NOTHING_LOST) };
}

/** Has new names outlive a power cut, before the checksums promise them. */
async function syncFolders(folder: string, changed: ReadonlySet<string>): Promise<void> {
  const above = [...changed].map((name) => dirname(name));
  for (const name of new Set([...changed, ...above, IMAGES])) await syncFolder(join(folder, name));
}

async function clearAway(folder: string, isLeft: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) if (isLeft(name)) await rm(join(folder, name), { force: true });
}
