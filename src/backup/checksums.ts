import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { unlessAbsent } from './files.ts';

export async function hashFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return sum.digest('hex');
}

export async function hashIfThere(path: string): Promise<string | undefined> {
  return hashFile(path).catch(unlessAbsent);
}

/** To the last byte. */
export async function canBeRead(path: string): Promise<boolean> {
  return hashFile(path).then(
    () => true,
    () => false,
  );
}

/** Paths below the backup's folder with their SHA-256, as `sha256sum -c` reads them. */
export async function readChecksums(path: string): Promise<Map<string, string>> {
  const text = (await readFile(path, 'utf8').catch(unlessAbsent)) ?? '';
  const lines = text.split('\n').map((line) => /^([0-9a-f]{64}) {2}(.+)$/.exec(line));
  return new Map(lines.flatMap((match) => (match ? [[String(match[2]), String(match[1])]] : [])));
}

/** Writes them to a draft first, which becomes the file at `path` in one step. */
export async function writeChecksums(path: string, draft: string, sums: ReadonlyMap<string, string>): Promise<void> {
  const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}\n`);
  const file = await open(draft, 'w');
  try {
    for (const line of lines) await file.write(line);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
