import { statSync } from 'node:fs';

/** Equal for two names of one file, and other for a file that takes its place; undefined without a file. */
export function fileIdentity(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file && `${file.dev} ${file.ino}`;
}
