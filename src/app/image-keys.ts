import { randomBytes } from 'node:crypto';
import { type ImageExtension, newImageKey } from '../domain/image-key.ts';
import type { Removals } from '../domain/ports/removals.ts';
import { Problem } from '../domain/problem.ts';

/** Names for image files that are about to be written. Each is given out once. */
export interface ImageKeys {
  take(extension: ImageExtension, now: Date): Promise<string>;
  /** Makes the record that needs these files, as recordFiles() does. */
  record(files: readonly string[], record: () => Promise<void>): Promise<void>;
}

/**
 * Makes the record that needs these files. If it is refused, they are queued for removal once more: a sweeper whose clock
 * was ahead may have been done with their names before there were any files.
 */
export async function recordFiles(
  removals: Removals,
  files: readonly string[],
  record: () => Promise<void>,
): Promise<void> {
  try {
    await record();
  } catch (error) {
    // Only what is surely not recorded: of a connection that was lost nobody knows.
    if (isRefusal(error) && files.length > 0) await removals.giveUp(files);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Problem && (error.kind === 'conflict' || error.kind === 'not-found');
}

/** Files that no record needs after this time are removed. */
const RESERVED_MS = 3_600_000;

/** So much of it is left, at least, when a name is given out: a capture takes a minute at most. */
const LEFT_MS = RESERVED_MS / 2;

/** A block of names costs one commit, and each commit holds up all that a process does until the disk has it. */
const BLOCK = 16;

interface Block {
  readonly keys: string[];
  readonly goodUntil: number;
}

/**
 * Queues names for removal before their files exist: a crash before the record is made leaves nothing behind. Those
 * that are never used leave the queue as files would, by the sweep.
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
        // What happened to these may have happened to the others of their blocks.
        blocks.clear();
        throw error;
      }
    },
  };
}
