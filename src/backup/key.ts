import { hash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../domain/problem.ts';
import { unlessAbsent } from './files.ts';
import { draftName, SECRET_KEY } from './layout.ts';

/**
 * The SHA-256 of the archive's key, if it has one. A backup may hold the only good copy of a key, so that one is never
 * removed or replaced. Throws Problem('conflict') for a backup with a key that is not the archive's.
 */
export async function checkKey(path: string, folder: string, listed: string | undefined): Promise<string | undefined> {
  const own = sumOf(await readKey(path));
  const kept = listed ?? sumOf(await readKey(join(folder, SECRET_KEY)));
  if (kept === undefined || kept === own) return own;
  throw new Problem(
    'conflict',
    own === undefined
      ? `${path} is missing, and ${folder} holds it: copy it back, or back up into another folder if SECRET_KEY is used now.`
      : `${path} is not the secret.key that ${folder} holds: put the right one in its place, or back up into another folder.`,
  );
}

/** Puts the archive's key into the backup, in one step. Answers its SHA-256, and throws, as checkKey does. */
export async function keepKey(path: string, folder: string, listed: string | undefined): Promise<string | undefined> {
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
    return await readFile(path).catch(unlessAbsent);
  } catch (error) {
    throw new Problem('unavailable', `${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}
