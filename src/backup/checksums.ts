import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { exists, ignoreMissing } from './files.ts';
import { isBackupName } from './layout.ts';

/** Throws for anything but a file: a device or a named pipe may have no end. */
export async function hashFile(path: string): Promise<string> {
  await refuseEndless(path);
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return sum.digest('hex');
}

export async function refuseEndless(path: string): Promise<void> {
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file.`);
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
  await writeDraft(path, draft, chunksOf(files));
}

// sha256sum skips lines that begin with a number sign.
const FIRST_LINE = '# Backup of Pagekeep. The last line has the hash of all lines above it.\n';
const lastLine = (sha256: string) => `# SHA-256 of the lines above: ${sha256}\n`;
const LAST_LINE_LENGTH = lastLine('0'.repeat(64)).length;

/** Like writeChecksums, with a last line by which isWholeList notices damage of the list itself. */
export async function writeList(path: string, draft: string, files: Iterable<ListedFile>): Promise<void> {
  await writeDraft(path, draft, withLastLine(files));
}

function* withLastLine(files: Iterable<ListedFile>): Generator<string> {
  const sum = createHash('sha256').update(FIRST_LINE);
  yield FIRST_LINE;
  for (const chunk of chunksOf(files)) {
    sum.update(chunk);
    yield chunk;
  }
  yield lastLine(sum.digest('hex'));
}

/** Whether the list is as it was written. A list without first and last line, from an earlier version, counts as whole. */
export async function isWholeList(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const end = Math.max(0, size - LAST_LINE_LENGTH);
  const last = await readText(file, end, LAST_LINE_LENGTH);
  const first = await readText(file, 0, FIRST_LINE.length);
  if (first !== FIRST_LINE && !last.startsWith(lastLine('').trimEnd())) return true;
  const sum = createHash('sha256');
  if (end > 0) await pipeline(createReadStream(path, { end: end - 1 }), sum);
  return last === lastLine(sum.digest('hex'));
}

async function readText(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}

async function writeDraft(path: string, draft: string, chunks: Iterable<string>): Promise<void> {
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(chunks);
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
