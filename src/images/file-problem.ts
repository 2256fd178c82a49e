import { Problem } from '../domain/problem.ts';

// Errors that an operator can fix. The cause contains the path; it is logged and never sent to a client.
const UNAVAILABLE: Record<string, string> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'its disk quota is used up',
  EACCES: 'Pagekeep has no permission to read and write its folder',
  EPERM: 'Pagekeep has no permission to read and write its folder',
  EROFS: 'its disk is mounted read-only',
  EIO: 'its disk reports an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a file has the name of one of its folders',
  EEXIST: 'a file has the name of one of its folders',
  EISDIR: 'a folder has the name of an image',
};

/** Converts errors of the file system to those of the Images port. Returns other errors unchanged. */
export function fileProblem(error: unknown): unknown {
  const reason = UNAVAILABLE[codeOf(error) ?? ''];
  if (reason === undefined) return error;
  return new Problem('unavailable', `The image store cannot be used: ${reason}.`, { cause: error });
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
