import { Problem } from '../domain/problem.ts';

// What an operator can mend. The path stays in the cause, which reaches the log and never a caller.
const UNAVAILABLE: Record<string, string> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'its disk quota is used up',
  EACCES: 'Pagekeep may not read or write its folder',
  EPERM: 'Pagekeep may not read or write its folder',
  EROFS: 'its disk is mounted read-only',
  EIO: 'its disk reports an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'its folder is gone',
  ENOTDIR: 'a file is in the place of one of its folders',
  EEXIST: 'a file is in the place of one of its folders',
  EISDIR: 'a folder is in the place of an image',
};

/** The system's errors in the words that the Images port promises; what is not the system's stays as it is. */
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
