import { Problem } from '../../domain/problem.ts';
import { DAMAGED } from './database.ts';

const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
// BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN: problems of the machine, which may be temporary.
const TROUBLE = new Set([SQLITE_BUSY, 6, 8, 10, 13, 14]);
// CORRUPT, NOTADB: the file is damaged, or is no database. TOOBIG: a row says that it has more than a gigabyte.
const DAMAGE = new Set([11, 26, 18]);

export function problemOf(error: unknown): unknown {
  const code = extendedCode(error);
  if (code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY) {
    return new Problem('conflict', 'A record with the same key exists.', { cause: error });
  }
  if (isTrouble(error)) {
    return new Problem('unavailable', 'The database cannot be used at the moment.', { cause: error });
  }
  if (isDamage(error)) {
    return new Problem('unavailable', DAMAGED, { cause: error });
  }
  return error;
}

/** The file is damaged. Only a backup helps. */
export const isDamage = (error: unknown) => DAMAGE.has(primaryCode(error));

export const isTrouble = (error: unknown) => TROUBLE.has(primaryCode(error));

/** Another connection holds a lock. */
export const isBusy = (error: unknown) => primaryCode(error) === SQLITE_BUSY;

function extendedCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}

function primaryCode(error: unknown): number {
  return extendedCode(error) & 0xff;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
