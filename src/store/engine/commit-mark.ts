import { closeSync, constants, existsSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * A file beside a SQLite database with the number of its last transaction. SQLite leaves out the end of a write-ahead log
 * that is damaged or cut off: the database is then an earlier state of itself, without any trace. The file is the trace: it
 * is written after a transaction is on the disk, so after a crash or a power cut the database is never behind it.
 */
export interface CommitMark {
  /** Undefined if the file is new or unreadable. */
  read(): number | undefined;
  write(number: number): void;
  close(): void;
}

const DIGITS = 16;
const LENGTH = DIGITS + 1 + 8 + 1;

export const commitMarkPath = (databasePath: string) => `${databasePath}-commits`;

/** A mark that is left of a database which does not exist any more does not count. Throws the errors of the file system. */
export function openCommitMark(databasePath: string): CommitMark {
  const path = commitMarkPath(databasePath);
  if (!existsSync(databasePath)) rmSync(path, { force: true });
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  return {
    read() {
      const bytes = Buffer.alloc(LENGTH);
      const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, LENGTH, 0));
      const number = Number(text.slice(0, DIGITS));
      return text === textOf(number) ? number : undefined;
    },
    write(number) {
      try {
        writeSync(file, textOf(number), 0);
      } catch {
        // The transaction is kept. A mark that is behind raises no alarm, and is therefore not flushed either.
      }
    },
    close: () => closeSync(file),
  };
}

/** Always equally long, so that it is overwritten in place. */
function textOf(number: number): string {
  const digits = String(number).padStart(DIGITS);
  return `${digits} ${crc32(digits).toString(16).padStart(8, '0')}\n`;
}
