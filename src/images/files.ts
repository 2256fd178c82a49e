import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, opendir, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type ByteRange,
  checkImageBytes,
  checkImageKey,
  type Images,
  isImageKey,
  type ListedImage,
  withinImage,
} from '../domain/images.ts';
import { Problem } from '../domain/problem.ts';
import { fileProblem, isMissing } from './file-problem.ts';

// Unfinished writes live in a folder of their own on the same file system: `list` never meets them, and the rename
// into place is atomic.
const UNFINISHED = '.unfinished';

// Far longer than any write takes, so that a second process on the same folder is never robbed of one.
const STALE_AFTER_MS = 60 * 60 * 1000;

/** Images as files below `folder`, at the path that is their key. */
export async function openImageFiles(folder: string): Promise<Images> {
  const unfinished = join(folder, UNFINISHED);
  const pathOf = (key: string) => join(folder, checkImageKey(key));

  await orProblem(async () => {
    await mkdir(unfinished, { recursive: true });
    await removeStale(unfinished, Date.now() - STALE_AFTER_MS);
  });

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
      await orProblem(() => unlinkIfThere(path));
    },
    check: () => orProblem(() => checkFolders([folder, unfinished])),
    list: () => listImages(folder),
  };
}

/** A folder that was removed, another right or a disk that became read-only; a full disk can still be read. */
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
    await unlinkIfThere(temporary);
    throw error;
  }
  // The two folders above are synced even when this write did not make them: another one may have, a moment ago, and
  // not have synced them yet. Syncing an unchanged folder costs next to nothing.
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
    // The stream owns the open file, so an image that is removed while it is sent still arrives whole. Its default
    // pieces of 64 KiB keep a slow reader from holding a whole picture in memory.
    return { size, length, stream: file.createReadStream({ start, end }) };
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
        const found = isImageKey(key) ? await statIfThere(join(folder, key)) : undefined;
        if (found !== undefined) yield { key, size: found.size, modifiedAt: found.mtime };
      }
    }
  }
}

async function shardsOf(folder: string): Promise<string[]> {
  const names = await orProblem(() => readdir(folder));
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name));
}

async function removeStale(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await statIfThere(path);
    if (found !== undefined && found.mtimeMs < before) await unlinkIfThere(path);
  }
}

async function statIfThere(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw fileProblem(error);
  }
}

async function unlinkIfThere(path: string): Promise<void> {
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
