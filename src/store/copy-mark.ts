import { Problem } from '../domain/problem.ts';
import type { Database } from './engine/database.ts';

/** Names of settings: the id of an archive that was copied, and, in an unused copy, the id of its source. */
export const COPIED_AS = 'copied as';
export const COPY_OF = 'copy of';
/** In a copy that lacks records or has earlier ones. */
export const COPYING = 'copying';

/**
 * Ends the state "unused copy", because a process that opens the archive may write to it. Throws Problem('conflict') if the
 * copy is not complete.
 */
export async function endCopying(database: Database): Promise<void> {
  // Reads first, because most databases are not copies and need no write.
  const marks = await database.all('SELECT name FROM settings WHERE name IN ($1, $2)', [COPY_OF, COPYING]);
  if (marks.some(({ name }) => name === COPYING)) throw new Problem('conflict', INCOMPLETE_COPY);
  if (marks.length > 0) await database.run('DELETE FROM settings WHERE name = $1', [COPY_OF]);
}

const INCOMPLETE_COPY =
  'The database is a copy that is not complete. If "pagekeep copy" was interrupted, run it again, or choose an empty database.';
