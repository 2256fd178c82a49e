import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Random } from '../random.ts';

/** Damages a file, and returns how to undo it. */
export type Corrupt = (path: string, random: Random) => Promise<() => Promise<void>>;

const corruptBytes =
  (change: (bytes: Buffer, random: Random) => Buffer | undefined): Corrupt =>
  async (path, random) => {
    const good = await readFile(path);
    const bad = change(Buffer.from(good), random);
    if (bad === undefined) await rm(path);
    else await writeFile(path, bad);
    return () => writeFile(path, good);
  };

/** Overwrites bytes with other ones, from a byte that is in use: unused space of a database is zero. */
function overwrite(bytes: Buffer, random: Random, most: number): Buffer {
  let start = random.whole(bytes.length);
  while (bytes[start] === 0) start = random.whole(bytes.length);
  const end = Math.min(bytes.length, start + 1 + random.whole(most));
  for (let at = start; at < end; at += 1) bytes[at] = ((bytes[at] ?? 0) + 1 + random.whole(255)) & 0xff;
  return bytes;
}

export const oneByte = corruptBytes((bytes, random) => overwrite(bytes, random, 1));
export const someBytes = corruptBytes((bytes, random) => overwrite(bytes, random, 200));
export const cutOff = corruptBytes((bytes, random) => bytes.subarray(0, random.whole(bytes.length)));
export const emptied = corruptBytes(() => Buffer.of());
export const removed = corruptBytes(() => undefined);

const PAGE = 4096;

/** A write that the disk lost. */
export const lostPage = corruptBytes((bytes, random) => {
  const start = PAGE * random.whole(bytes.length / PAGE);
  return bytes.fill(0, start, start + PAGE);
});

/** A write that the disk put in another place. */
export const misplacedPage = corruptBytes((bytes, random) => {
  const pages = bytes.length / PAGE;
  const from = random.whole(pages);
  const to = (from + 1 + random.whole(pages - 1)) % pages;
  bytes.copy(bytes, to * PAGE, from * PAGE, (from + 1) * PAGE);
  return bytes;
});
