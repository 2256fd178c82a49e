import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { exists, ignoreMissing } from './files.ts';
import { isBackupName } from './layout.ts';

export async function hashFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return sum.digest('hex');
}

export async function hashIfPresent(path: string): Promise<string | undefined> {
  return hashFile(path).catch(ignoreMissing);
}

/** Reads the whole file: a damaged disk block fails only when it is read. */
export async function isReadable(path: string): Promise<boolean> {
  return hashFile(path).then(
    () => true,
    () => false,
  );
}

export interface ListedFile {
  /** Path relative to the backup folder. */
  readonly name: string;
  readonly sha256: string;
}

/** Longer than any valid line. A damaged file may contain no line break at all, so the buffer needs a bound. */
const LONGEST_LINE = 400;

/**
 * Reads the list of files line by line, because a list of millions of files exceeds the longest string. Skips invalid
 * lines. Yields nothing if the list does not exist.
 */
export async function* readChecksums(path: string): AsyncGenerator<ListedFile> {
  if (!(await exists(path))) return;
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

/** Writes the format of `sha256sum`. Writes to `draft` first and renames it, so that `path` is never half written. */
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
