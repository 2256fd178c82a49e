import type { Database } from './engine/database.ts';

/** Names of two settings: the id of an archive that was copied, and, in an unused copy, the id of its source. */
export const COPIED_AS = 'copied as';
export const COPY_OF = 'copy of';

/** Ends the state "unused copy", because a process that opens the archive may write to it. */
export async function endCopying(database: Database): Promise<void> {
  // Reads first, because most databases are not copies and need no write.
  const mark = await database.get('SELECT value FROM settings WHERE name = $1', [COPY_OF]);
  if (mark) await database.run('DELETE FROM settings WHERE name = $1', [COPY_OF]);
}
