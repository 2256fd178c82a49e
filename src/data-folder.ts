import { constants } from 'node:fs';
import { access, chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Problem } from './domain/problem.ts';

/** Creates DATA_DIR if it does not exist, and makes it readable by its owner only. Throws Problem('unavailable') if it cannot be created or written. */
export async function makeDataFolder(path: string): Promise<void> {
  try {
    await makeWithParents(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    await keepPrivate(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem('unavailable', `DATA_DIR ${path} cannot be written: ${reason}.`, { cause: error });
  }
}

/** Another owner, such as root for a mounted volume, decides about the permissions of its folder. */
async function keepPrivate(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  await chmod(path, mode & 0o7700).catch((error) => {
    if (codeOf(error) !== 'EPERM') throw error;
  });
}

/** Replaces mkdir with `recursive`, which never returns for a path below /proc (Node 26.10). */
async function makeWithParents(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeWithParents(dirname(path));
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
