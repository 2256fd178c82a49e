import { Problem } from '../domain/problem.ts';
import { knownVersion } from '../store/engine/migrate.ts';
import { openSqliteCopy } from '../store/engine/sqlite.ts';

/**
 * Reads the whole database, which no process may use. Throws Problem('unprocessable') if the database is damaged or
 * empty, or if a newer version of Pagekeep made it.
 */
export async function checkDatabase(path: string): Promise<void> {
  using database = openSqliteCopy(path);
  const [fault] = await database.damage();
  if (fault !== undefined) throw new Problem('unprocessable', `The database is damaged: ${fault}`);
  await knownVersion(database);
}
