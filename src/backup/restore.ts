import { constants, copyFile, link, mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { hashFile, hashIfThere, readChecksums } from './checksums.ts';
import { isThere, syncFile } from './files.ts';
import { CHECKSUMS, type EmbeddedPlaces, IMAGES, isDatabaseName, SECRET_KEY } from './layout.ts';

/**
 * Puts a backup in an empty place. The database comes last, so that a restore that was broken off is simply done again.
 * Throws Problem('conflict') for a place that is not empty, Problem('unprocessable') for a backup that is not whole.
 */
export async function restore(
  folder: string,
  places: EmbeddedPlaces,
  progress: (text: string) => void,
): Promise<{ images: number }> {
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
  let images = 0;
  for (const [name, sum] of sums) {
    if (!name.startsWith(`${IMAGES}/`)) continue;
    const target = join(places.imageFolder, name.slice(IMAGES.length + 1));
    await rename(await draftOf(join(folder, name), target, sum), target);
    images += 1;
    progress(`${images} images`);
  }
  await syncFolders(places.imageFolder);
  if (keySum !== undefined) await putKey(join(folder, SECRET_KEY), places.secretKeyPath, keySum);
  await putDatabase(join(folder, database), places.databasePath, databaseSum);
  return { images };
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

async function putKey(source: string, target: string, sum: string): Promise<void> {
  const draft = await draftOf(source, target, sum);
  if (!(await publish(draft, target))) await refuseOtherKey(target, sum);
}

async function putDatabase(source: string, target: string, sum: string): Promise<void> {
  const draft = await draftOf(source, target, sum);
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
    await syncFile(dirname(target));
  }
}

/** A copy beside the target, verified and on the disk. */
async function draftOf(source: string, target: string, sum: string): Promise<string> {
  const draft = `${target}.restoring`;
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, draft, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || error.path !== source) throw error;
    throw damaged(source, 'missing');
  });
  if ((await hashFile(draft)) !== sum) throw damaged(source, 'damaged');
  await syncFile(draft);
  return draft;
}

function damaged(path: string, how: string): Problem {
  return new Problem('unprocessable', `The backup is not whole: ${path} is ${how}. Nothing was restored over it.`);
}

async function syncFolders(folder: string): Promise<void> {
  if (!(await isThere(folder))) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await syncFile(join(entry.parentPath, entry.name));
  }
  await syncFile(folder);
}
