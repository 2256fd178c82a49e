import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publish } from './backup/publish.ts';
import { Problem } from './domain/problem.ts';

const FILE = 'secret.key';

/**
 * SECRET_KEY, or the key that the first start made in the data folder; several first starts at once agree on one. Throws
 * Problem('unavailable') if the key of an archive with secrets is not there: a new one would open none of them.
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
      `${path} is missing, and the archive holds page logins that only this key opens: put it back, as a backup has it, or set SECRET_KEY. If it is lost, make another with \`openssl rand -hex 32\` and enter the logins again.`,
    );
  }
  return orProblem(path, () => makeKey(dataDir, path));
}

async function orProblem<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem('unavailable', `The secret key ${path} cannot be read or made: ${reason}.`, { cause: error });
  }
}

async function makeKey(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  // Where the name is taken, another process was first, and its key is the one.
  await publish(draft, path);
  return readFile(path, 'utf8');
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
