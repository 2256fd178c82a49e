import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isThere, unlessAbsent } from './files.ts';
import { isBackupName } from './layout.ts';

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

export interface ListedFile {
  /** Its path below the backup's folder. */
  readonly name: string;
  readonly sha256: string;
}

/** Longer than any line of ours: a file that is damaged may hold no end of a line at all. */
const LONGEST_LINE = 400;

/**
 * The files of a backup, line by line: a list of millions fits into no string. Lines that are not ours are passed over.
 * There are none without a list.
 */
export async function* readChecksums(path: string): AsyncGenerator<ListedFile> {
  if (!(await isThere(path))) return;
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: CHUNK })) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) yield* fileOf(line);
  }
  yield* fileOf(rest);
}

const CHUNK = 256 * 1024;

function* fileOf(line: string): Generator<ListedFile> {
  const [, sha256, name] = (line.length < LONGEST_LINE && /^([0-9a-f]{64}) {2}(.+)$/.exec(line)) || [];
  if (sha256 !== undefined && name !== undefined && isBackupName(name)) yield { name, sha256 };
}

/** As `sha256sum -c` reads them. Writes to a draft first, which becomes the file at `path` in one step. */
export async function writeChecksums(path: string, draft: string, files: Iterable<ListedFile>): Promise<void> {
  const file = await open(draft, 'w');
  try {
    await file.writeFile(chunksOf(files));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function* chunksOf(files: Iterable<ListedFile>): Generator<string> {
  let chunk = '';
  for (const { name, sha256 } of files) {
    chunk += `${sha256}  ${name}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
