import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../../domain/problem.ts';

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Creates the folder unless it exists. It is filled under another name and then renamed, so it is never incomplete. If
 * several processes create it at the same time, the first one wins and the others discard theirs. Throws
 * Problem('unavailable') if the disk is full or cannot be written.
 */
export async function makeFolderOnce(folder: string, fill: (staging: string) => Promise<void>): Promise<string> {
  if (await exists(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(join(dirname(folder), '.making-'));
  try {
    await fill(staging);
    await rename(staging, folder);
  } catch (error) {
    if (!(await exists(folder))) throw explained(error, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return folder;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'a permission is missing',
  EROFS: 'its disk is mounted read-only',
  EIO: 'its disk reports an error',
};

/** A child process that unpacks files has the code of the error in its standard error, in the midst of a stack trace. */
function explained(error: unknown, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  const written = 'stderr' in error ? String(error.stderr) : '';
  const code = 'code' in error ? String(error.code) : '';
  const reason = REASONS[code] ?? REASONS[/\bE[A-Z]+\b(?=: )/.exec(written)?.[0] ?? ''];
  if (reason === undefined) return error;
  return new Problem('unavailable', `${folder} cannot be unpacked: ${reason}.`, { cause: error });
}
