import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '../../domain/problem.ts';
import { commitMarkPath } from './commit-mark.ts';

/** The name of a setting with the number of transactions that the database has lost. */
export const LOST_TRANSACTIONS = 'lost transactions';

/**
 * Compares a database with its commit mark, and notes in the database how many transactions are missing. Throws
 * Problem('unavailable') if the whole database is missing.
 */
export function noteLostTransactions(database: DatabaseSync, path: string, known: number): void {
  if (!database.prepare('SELECT 1 FROM sqlite_master').get()) throw emptied(path, known);
  const isCounted = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'commit_count'").get();
  if (!isCounted || !isBehind(database, known)) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process that starts at the same time may have noted it already.
    if (isBehind(database, known)) {
      const note = `INSERT INTO settings (name, value) SELECT '${LOST_TRANSACTIONS}', ${known} - number FROM commit_count WHERE true
        ON CONFLICT (name) DO UPDATE SET value = CAST(settings.value AS INTEGER) + excluded.value`;
      database.exec(`${note}; UPDATE commit_count SET number = ${known}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function isBehind(database: DatabaseSync, known: number): boolean {
  return Number(database.prepare('SELECT number FROM commit_count').get()?.number) < known;
}

function emptied(path: string, known: number): Problem {
  return new Problem(
    'unavailable',
    `The database ${path} is empty, but it had ${known} transactions: restore a backup. To begin a new archive, delete ${path} and ${commitMarkPath(path)}.`,
  );
}
