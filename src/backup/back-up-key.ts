import { hash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { exists, ignoreMissing } from './files.ts';
import { draftName, SECRET_KEY } from './layout.ts';

/**
 * Returns the SHA-256 of the archive's key, if it has one. A backup may hold the only copy of a key, so its key is
 * never removed or replaced. Throws Problem('conflict') if the backup holds a different key, or while a rotation of the
 * key is unfinished.
 */
export async function checkKey(path: string, folder: string, listed: string | undefined): Promise<string | undefined> {
  // Some secrets already need the new key.
  if (await exists(`${path}.new`)) {
    throw new Problem(
      'conflict',
      'A rotation of the secret key was interrupted. Run "pagekeep rotate-key" again first.',
    );
  }
  const own = sumOf(await readKey(path));
  const kept = listed ?? sumOf(await readKey(join(folder, SECRET_KEY)));
  if (kept === undefined || kept === own) return own;
  throw new Problem(
    'conflict',
    own === undefined
      ? `${path} is missing, but ${folder} contains it: copy it back, or use another folder for backups if SECRET_KEY is set now.`
      : `${path} differs from the secret.key in ${folder}: restore the right key, or use another folder for backups.`,
  );
}

/** Copies the archive's key into the backup atomically. Returns and throws the same as checkKey. */
export async function backUpKey(path: string, folder: string, listed: string | undefined): Promise<string | undefined> {
  const sum = await checkKey(path, folder, listed);
  const target = join(folder, SECRET_KEY);
  const key = await readKey(path);
  if (key === undefined || sumOf(await readKey(target)) === sum) return sum;
  const draft = join(folder, draftName(SECRET_KEY));
  await writeFile(draft, key, { mode: 0o600, flush: true });
  await rename(draft, target);
  return sumOf(key);
}

function sumOf(key: Uint8Array | undefined): string | undefined {
  return key && hash('sha256', key);
}

async function readKey(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path).catch(ignoreMissing);
  } catch (error) {
    throw new Problem('unavailable', `${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}
