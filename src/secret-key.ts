import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './backup/files.ts';
import { publish } from './backup/publish.ts';
import { Problem } from './domain/problem.ts';

const FILE = 'secret.key';
/** The key that a rotation has begun to use. */
const NEXT_FILE = 'secret.key.new';

/**
 * Returns SECRET_KEY, or the key file in the data folder, which is created if it does not exist. Processes that start
 * at the same time agree on one key. Throws Problem('unavailable') if the file is missing and the archive has stored
 * secrets, because a new key could not decrypt them, and if a rotation of the key was interrupted.
 */
export async function findSecretKey(
  given: string | undefined,
  dataDir: string,
  holdSecrets: () => Promise<boolean>,
): Promise<string> {
  if (given !== undefined) return given;
  if ((await readKey(dataDir, NEXT_FILE)) !== undefined) {
    const advice = 'Run "pagekeep rotate-key" again to complete it.';
    throw new Problem('unavailable', `A rotation of the secret key was interrupted. ${advice}`);
  }
  const found = await readKey(dataDir, FILE);
  if (found !== undefined) return found;
  const path = join(dataDir, FILE);
  if (await holdSecrets()) {
    throw new Problem(
      'unavailable',
      `${path} is missing, and only this key decrypts the stored page logins: restore it from a backup, or set SECRET_KEY. If the key is lost, set SECRET_KEY to the output of \`openssl rand -hex 32\` and enter the logins again.`,
    );
  }
  return orProblem(path, () => makeKey(dataDir, path));
}

/** The two key files of a rotation. */
export interface KeyFiles {
  readonly current: string;
  readonly next: string;
  /** Makes the next key the current one. */
  adopt(): Promise<void>;
}

/** Creates the next key, or finds the one of an interrupted rotation. Throws Problem('unavailable') without a current key. */
export async function nextKeyFile(dataDir: string): Promise<KeyFiles> {
  const [path, nextPath] = [join(dataDir, FILE), join(dataDir, NEXT_FILE)];
  const current = await readKey(dataDir, FILE);
  if (current === undefined) throw new Problem('unavailable', `${path} does not exist: there is no key to replace.`);
  const next = (await readKey(dataDir, NEXT_FILE)) ?? (await orProblem(nextPath, () => makeKey(dataDir, nextPath)));
  const adopt = async () => {
    await rename(nextPath, path);
    await syncFolder(dataDir);
  };
  return { current, next, adopt: () => orProblem(path, adopt) };
}

function readKey(dataDir: string, name: string): Promise<string | undefined> {
  const path = join(dataDir, name);
  return orProblem(path, () => readFile(path, 'utf8').catch(unlessAbsent));
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
