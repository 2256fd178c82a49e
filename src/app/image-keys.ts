import { randomBytes } from 'node:crypto';
import { type ImageExtension, newImageKey } from '../domain/image-key.ts';
import type { Removals } from '../domain/ports/removals.ts';
import { Problem } from '../domain/problem.ts';

/** Hands out keys for image files that are about to be written. Each key is handed out once. */
export interface ImageKeys {
  take(extension: ImageExtension, now: Date): Promise<string>;
  /** Makes the record that refers to these files, as recordFiles() does. */
  record(files: readonly string[], record: () => Promise<void>): Promise<void>;
}

/**
 * Makes the record that refers to these files. If the record is refused, the files are queued for removal again: a
 * sweeper whose clock is ahead may have removed their rows from the queue before the files existed.
 */
async function recordFiles(removals: Removals, files: readonly string[], record: () => Promise<void>): Promise<void> {
  try {
    await record();
  } catch (error) {
    // Only for a certain refusal: after a lost connection the record may exist.
    if (isRefusal(error) && files.length > 0) await removals.giveUp(files);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Problem && (error.kind === 'conflict' || error.kind === 'not-found');
}

/** A file that no record refers to after this time is removed. */
const RESERVED_MS = 3_600_000;

/** The least time left when a key is handed out. A capture takes a minute at most. */
const LEFT_MS = RESERVED_MS / 2;

/** Keys per reservation. Each reservation is a commit, which blocks the process until the disk has synced. */
const BLOCK = 16;

interface Block {
  readonly keys: string[];
  readonly goodUntil: number;
}

/**
 * Queues keys for removal before their files exist, so that a crash before the record is made leaves no file behind.
 * The sweep removes unused keys from the queue as well.
 */
export function reserveKeys(removals: Removals): ImageKeys {
  const blocks = new Map<ImageExtension, Block>();
  let turn: Promise<unknown> = Promise.resolve();

  async function give(extension: ImageExtension, now: Date): Promise<string> {
    const block = blocks.get(extension);
    const key = block && now.getTime() <= block.goodUntil ? block.keys.pop() : undefined;
    if (key !== undefined) return key;
    const [first = '', ...others] = Array.from({ length: BLOCK }, () => newImageKey(randomBytes, extension));
    await removals.reserve([first, ...others], new Date(now.getTime() + RESERVED_MS));
    blocks.set(extension, { keys: others, goodUntil: now.getTime() + RESERVED_MS - LEFT_MS });
    return first;
  }

  return {
    take(extension, now) {
      const taken = turn.then(() => give(extension, now));
      turn = taken.catch(() => undefined);
      return taken;
    },
    async record(files, record) {
      try {
        await recordFiles(removals, files, record);
      } catch (error) {
        // The other keys of the same blocks may have lost their reservation too.
        blocks.clear();
        throw error;
      }
    },
  };
}
