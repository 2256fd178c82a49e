import { constants, copyFile, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { hashFile, readChecksums } from './checksums.ts';
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
  if (await exists(places.databasePath)) {
    throw new Problem('conflict', `${places.databasePath} exists: a backup is restored into an empty place only.`);
  }
  const sums = await readChecksums(join(folder, CHECKSUMS));
  const [database, databaseSum] = [...sums].find(([name]) => isDatabaseName(name)) ?? [];
  if (database === undefined || databaseSum === undefined)
    throw new Problem('unprocessable', `${folder} holds no backup of Pagekeep.`);
  await mkdir(dirname(places.databasePath), { recursive: true, mode: 0o700 });
  let images = 0;
  for (const [name, sum] of sums) {
    const target = targetOf(places, name);
    if (target === undefined) continue;
    await put(join(folder, name), target, sum);
    if (name.startsWith(`${IMAGES}/`)) images += 1;
    progress(`${images} images`);
  }
  await syncFolders(places.imageFolder);
  await put(join(folder, database), places.databasePath, databaseSum);
  return { images };
}

/** The database has its own turn, at the end. */
function targetOf(places: EmbeddedPlaces, name: string): string | undefined {
  if (name.startsWith(`${IMAGES}/`)) return join(places.imageFolder, name.slice(IMAGES.length + 1));
  return name === SECRET_KEY ? places.secretKeyPath : undefined;
}

async function put(source: string, target: string, sum: string): Promise<void> {
  const draft = `${target}.restoring`;
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, draft, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || error.path !== source) throw error;
    throw damaged(source, 'missing');
  });
  if ((await hashFile(draft)) !== sum) throw damaged(source, 'damaged');
  const file = await open(draft, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, target);
}

function damaged(path: string, how: string): Problem {
  return new Problem('unprocessable', `The backup is not whole: ${path} is ${how}. Nothing was restored over it.`);
}

async function syncFolders(folder: string): Promise<void> {
  if (!(await exists(folder))) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const handle = await open(join(entry.parentPath, entry.name), 'r');
    await handle.sync().finally(() => handle.close());
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
