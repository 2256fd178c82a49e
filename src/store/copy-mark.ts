import type { Database } from './engine/database.ts';

/** Names of settings: what an archive's copies know it by, and of which archive a database is the unused copy. */
export const COPIED_AS = 'copied as';
export const COPY_OF = 'copy of';

/** Whoever opens the archive may write to it: from then on it is one of its own, which no copy replaces. */
export async function endCopying(database: Database): Promise<void> {
  // A look first: a write for nothing would make every cache of every process check itself again.
  const mark = await database.get('SELECT value FROM settings WHERE name = $1', [COPY_OF]);
  if (mark) await database.run('DELETE FROM settings WHERE name = $1', [COPY_OF]);
}
