import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Caches compiled code, so that later starts skip type stripping and compilation and use 20 MiB less memory. Code in the
 * cache is run, so the folder must belong to this user, and no other user may write to it. Otherwise there is no cache.
 * NODE_COMPILE_CACHE names another folder; threads and child processes inherit it.
 *
 * Plain JavaScript, because Node would load its type stripper for this file: 0.1 s of CPU time for each start.
 */
export function useCompileCache() {
  // Node has enabled the cache of NODE_COMPILE_CACHE at its start.
  if (module.getCompileCacheDir() !== undefined) return;
  const { uid } = userInfo();
  const folder = join(tmpdir(), `pagekeep-compiled-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') return;
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) return;
  module.enableCompileCache(folder);
  // biome-ignore lint/style/noProcessEnv: the loader of threads and child processes reads it, not this program
  process.env.NODE_COMPILE_CACHE = folder;
}
