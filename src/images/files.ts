import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, opendir, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkImageKey, isImageKey } from '../domain/image-key.ts';
import type { ByteRange, Images, ListedImage } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';
import { checkImageBytes, withinImage } from './check-input.ts';
import { fileProblem, isMissing } from './file-problem.ts';

// Temporary files are in a separate folder on the same file system: `list` never sees them, and the rename is atomic.
const UNFINISHED = '.unfinished';

// Much longer than any write takes, so that no process removes a temporary file that another process is writing.
const STALE_AFTER_MS = 10 * 60 * 1000;

/**
 * Stores images as files below `folder`. The key is the relative path. Only the owner can read a new folder. The
 * permissions of an existing one stay, because another web server may serve it (IMAGE_HOST_URL).
 */
export async function openImageFiles(folder: string): Promise<Images> {
  const unfinished = join(folder, UNFINISHED);
  const pathOf = (key: string) => join(folder, checkImageKey(key));

  await orProblem(() => mkdir(unfinished, { recursive: true, mode: 0o700 }));

  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      checkImageBytes(bytes);
      await orProblem(() => writeDurably({ folder, path, temporary: join(unfinished, randomUUID()), bytes }));
    },
    read: async (key, range) => {
      const path = pathOf(key);
      const file = await orNotFound(() => open(path, 'r'));
      return orProblem(() => readFrom(file, range));
    },
    size: async (key) => {
      const path = pathOf(key);
      return (await orNotFound(() => stat(path))).size;
    },
    remove: async (key) => {
      const path = pathOf(key);
      await orProblem(() => unlinkIfPresent(path));
    },
    check: () => orProblem(() => checkFolders([folder, unfinished])),
    list: () => listImages(folder),
    countUnfinished: async (now) => (await orProblem(() => staleFiles(unfinished, now))).length,
    removeUnfinished: (now) =>
      orProblem(async () => {
        for (const path of await staleFiles(unfinished, now)) await unlinkIfPresent(path);
      }),
  };
}

/** Detects a missing folder, missing permissions and a read-only disk. A full disk passes, because it can be read. */
async function checkFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

type Write = { folder: string; path: string; temporary: string; bytes: Uint8Array };

async function writeDurably({ folder, path, temporary, bytes }: Write): Promise<void> {
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
  } catch (error) {
    await unlinkIfPresent(temporary);
    throw error;
  }
  // All parent folders are synced, even if this write did not create them: a concurrent write may have created them
  // without having synced them yet. Syncing an unchanged folder costs almost nothing.
  for (let parent = dirname(path); parent.length >= folder.length; parent = dirname(parent)) await syncFolder(parent);
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readFrom(file: FileHandle, range: ByteRange | undefined) {
  try {
    const { size } = await file.stat();
    const { start, end } = withinImage(range, size);
    const length = end - start + 1;
    // The stream owns the open file, so a client gets the whole image even if it is removed meanwhile. The stream
    // reads 64 KiB at a time, so a slow client does not keep a whole image in memory.
    // A damaged disk can leave an empty file. Node throws for its range of no bytes, and its stream would crash the process.
    const stream = length === 0 ? file.createReadStream() : file.createReadStream({ start, end });
    return { size, length, stream };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* listImages(folder: string): AsyncGenerator<ListedImage> {
  for (const first of await shardsOf(folder)) {
    for (const second of await shardsOf(join(folder, first))) {
      const shard = join(folder, first, second);
      for await (const entry of await orProblem(() => opendir(shard))) {
        const key = `${first}/${second}/${entry.name}`;
        const found = isImageKey(key) ? await statIfPresent(join(folder, key)) : undefined;
        if (found !== undefined) yield { key, size: found.size, modifiedAt: found.mtime };
      }
    }
  }
}

async function shardsOf(folder: string): Promise<string[]> {
  const names = await orProblem(() => readdir(folder));
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name));
}

async function staleFiles(folder: string, now: Date): Promise<string[]> {
  const stale: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await statIfPresent(path);
    if (found !== undefined && found.mtimeMs < now.getTime() - STALE_AFTER_MS) stale.push(path);
  }
  return stale;
}

async function statIfPresent(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw fileProblem(error);
  }
}

async function unlinkIfPresent(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isMissing(error) ? new Problem('not-found', 'There is no such image.', { cause: error }) : fileProblem(error);
  }
}

async function orProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileProblem(error);
  }
}
