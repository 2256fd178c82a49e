import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publish } from './backup/publish.ts';
import { Problem } from './domain/problem.ts';

const FILE = 'secret.key';

/**
 * Returns SECRET_KEY, or the key file in the data folder, which is created if it does not exist. Processes that start
 * at the same time agree on one key. Throws Problem('unavailable') if the file is missing and the archive has stored
 * secrets, because a new key could not decrypt them.
 */
export async function findSecretKey(
  given: string | undefined,
  dataDir: string,
  holdSecrets: () => Promise<boolean>,
): Promise<string> {
  if (given !== undefined) return given;
  const path = join(dataDir, FILE);
  const found = await orProblem(path, () => readFile(path, 'utf8').catch(unlessAbsent));
  if (found !== undefined) return found;
  if (await holdSecrets()) {
    throw new Problem(
      'unavailable',
      `${path} is missing, and only this key decrypts the stored page logins: restore it from a backup, or set SECRET_KEY. If the key is lost, set SECRET_KEY to the output of \`openssl rand -hex 32\` and enter the logins again.`,
    );
  }
  return orProblem(path, () => makeKey(dataDir, path));
}

async function orProblem<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem('unavailable', `The secret key ${path} cannot be read or created: ${reason}.`, { cause: error });
  }
}

async function makeKey(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  // If the file exists by now, another process created it first, and its key is used.
  await publish(draft, path);
  return readFile(path, 'utf8');
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
