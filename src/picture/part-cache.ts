import { hash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PartCache } from '../domain/ports/picture-parts.ts';

export interface PartCacheOptions {
  readonly mostBytes: number;
  /** Files that were not used for this time are removed. */
  readonly unusedMs: number;
  readonly now: () => Date;
}

export interface OpenPartCache extends PartCache {
  /** Removes files until the total size is below the limit. */
  trim(): Promise<void>;
}

const UNFINISHED = '.unfinished';

/** Much longer than any write takes, so that no process removes a file that another process is writing. */
const STALE_AFTER_MS = 60 * 60 * 1000;

/** The time of last use is stored as the time of modification, at most this often. */
const TOUCH_AFTER_MS = 60 * 60 * 1000;

/** A file begins with the hash of its contents, because a crash can leave a file without them. */
const HASH_BYTES = 32;

/** The cache is trimmed after writes of this share of its limit, to this share of its limit. */
const TRIM_AFTER = 1 / 8;
const TRIM_TO = 3 / 4;

/** Creates the folder at the first write. */
export function openPartCache(folder: string, { mostBytes, unusedMs, now }: PartCacheOptions): OpenPartCache {
  let written = 0;
  let trimming: Promise<void> | undefined;

  async function place(name: string, write: (path: string) => Promise<void>): Promise<string> {
    const path = join(folder, name);
    const temporary = join(folder, UNFINISHED, randomUUID());
    await mkdir(join(folder, UNFINISHED), { recursive: true });
    try {
      await write(temporary);
      const { size } = await stat(temporary);
      await moveTo(temporary, path);
      written += size;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    if (written > mostBytes * TRIM_AFTER) await trim();
    return path;
  }

  /** Whether the file exists. Stores that it was used now. */
  async function touch(path: string): Promise<boolean> {
    const found = await orMissing(stat(path));
    if (!found) return false;
    const at = now();
    if (at.getTime() - found.mtimeMs > TOUCH_AFTER_MS) await orMissing(utimes(path, at, at));
    return true;
  }

  function trim(): Promise<void> {
    written = 0;
    trimming ??= trimFolder(folder, { mostBytes: mostBytes * TRIM_TO, before: now().getTime() - unusedMs })
      .then(() => removeStale(join(folder, UNFINISHED), now().getTime() - STALE_AFTER_MS))
      .finally(() => {
        trimming = undefined;
      });
    return trimming;
  }

  return {
    async read(name) {
      const path = join(folder, name);
      const stored = await orMissing(readFile(path));
      if (!stored) return undefined;
      const bytes = stored.subarray(HASH_BYTES);
      if (!hashOf(bytes).equals(stored.subarray(0, HASH_BYTES))) return undefined;
      await touch(path);
      return bytes;
    },
    write: async (name, bytes) => {
      await place(name, (path) => writeFile(path, Buffer.concat([hashOf(bytes), bytes])));
    },
    async find(name) {
      const path = join(folder, name);
      return (await touch(path)) ? path : undefined;
    },
    make: (name, write) =>
      place(name, async (path) => {
        await write(path);
        await sync(path);
      }),
    remove: (name) => rm(join(folder, name), { force: true }),
    folders: async () => (await namesIn(folder)).filter((name) => name !== UNFINISHED),
    removeFolder: (name) => rm(join(folder, name), { recursive: true, force: true }),
    trim,
  };
}

function hashOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Another process may remove the folder of the file, while it is empty, between the two steps. */
async function moveTo(temporary: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(path), { recursive: true });
    try {
      return await rename(temporary, path);
    } catch (error) {
      if (!isMissing(error) || attempt === 3) throw error;
    }
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

interface CachedFile {
  readonly path: string;
  readonly size: number;
  readonly usedAt: number;
}

async function trimFolder(folder: string, { mostBytes, before }: { mostBytes: number; before: number }): Promise<void> {
  const files: CachedFile[] = [];
  const folders = await namesIn(folder);
  for (const name of folders) {
    if (name !== UNFINISHED) files.push(...(await filesIn(join(folder, name))));
  }
  files.sort((one, other) => one.usedAt - other.usedAt);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, usedAt } of files) {
    if (total <= mostBytes && usedAt >= before) break;
    await rm(path, { force: true });
    total -= size;
  }
  for (const name of folders) if (name !== UNFINISHED) await removeIfEmpty(join(folder, name));
}

async function filesIn(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const found = await orMissing(stat(path));
    if (found) files.push({ path, size: found.size, usedAt: found.mtimeMs });
  }
  return files;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await orMissing(readdir(folder))) ?? [];
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!isMissing(error) && codeOf(error) !== 'ENOTEMPTY') throw error;
  }
}

async function removeStale(folder: string, before: number): Promise<void> {
  for (const { path, usedAt } of await filesIn(folder)) if (usedAt < before) await rm(path, { force: true });
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
