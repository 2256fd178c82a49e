import { hash } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import type { TimePosition } from '../domain/stepwise.ts';
import { isPlain } from '../domain/text.ts';

/** A place in one list. It is opaque to clients, and valid only for the filters that it was made with. */
const VERSION = 1;

export const LONGEST_CURSOR = 300;

export function writeCursor(list: string, { at, id }: TimePosition): string {
  return Buffer.from(JSON.stringify([VERSION, markOf(list), at, id])).toString('base64url');
}

/** Throws Problem('invalid') for a cursor that this list has not made. */
export function readCursor(list: string, cursor: string): TimePosition {
  const [version, mark, at, id, ...rest] = parse(cursor);
  const isPosition = typeof at === 'string' && typeof id === 'string' && at.length <= 40 && id.length <= 64;
  if (version !== VERSION || !isPosition || !isPlain(at) || !isPlain(id) || rest.length > 0) {
    throw new Problem('invalid', 'The parameter "cursor" is invalid; start without it.');
  }
  if (mark !== markOf(list)) {
    throw new Problem(
      'invalid',
      'The parameter "cursor" belongs to a list with other parameters; only "limit" may change between pages.',
    );
  }
  return { at, id };
}

function parse(cursor: string): unknown[] {
  if (cursor.length > LONGEST_CURSOR || !/^[\w-]+$/.test(cursor)) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const markOf = (list: string) => hash('sha256', list).slice(0, 12);
