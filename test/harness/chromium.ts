import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isQuickRun } from './quick.ts';

/** The browser is unpacked here once for all test files. Several processes may unpack it at the same time. */
export const cacheDir = join(import.meta.dirname, '../../node_modules/.cache/pagekeep');
/** Empty, so that the tests use the browser of the npm package and not one of the machine. */
export const searchPath: readonly string[] = [];

/** Gives a program under test the unpacked browser. The quick run has none, and a capture fails there. */
export async function linkBrowser(dataDir: string): Promise<void> {
  if (isQuickRun) return;
  await mkdir(cacheDir, { recursive: true });
  await symlink(cacheDir, join(dataDir, 'cache'));
}
