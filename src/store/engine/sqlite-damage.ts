import { findDamagedRows, type Read } from './row-sums.ts';
import { isDamage, messageOf } from './sqlite-problem.ts';
import { findSchemaDamage } from './sqlite-schema.ts';

/** Enough lines to see a pattern. */
const MAX_LINES = 20;

/**
 * Reads the whole database and returns one sentence for each fault: pages and indexes that contradict each other, tables
 * and indexes that are not as Pagekeep makes them, rows with a wrong checksum, and rows that refer to missing rows.
 */
export function findSqliteDamage(read: Read): string[] {
  try {
    const faults = read(`PRAGMA integrity_check(${MAX_LINES})`)
      .map((row) => String(row.integrity_check))
      .filter((line) => line !== 'ok');
    if (faults.length > 0) return faults.map(sentence);
    const differences = findSchemaDamage(read).slice(0, MAX_LINES);
    if (differences.length > 0) return differences;
    const damaged = findDamagedRows(read, MAX_LINES).slice(0, MAX_LINES);
    return damaged.length > 0 ? damaged : read(ORPHANS).map(orphans);
  } catch (error) {
    // Damage of the schema or of the first page stops the check itself.
    if (isDamage(error)) return [sentence(messageOf(error))];
    throw error;
  }
}

const ORPHANS = `SELECT "table" AS child, parent, count(*) AS rows FROM pragma_foreign_key_check
  GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${MAX_LINES}`;

function orphans({ child, parent, rows }: Record<string, unknown>): string {
  return `${rows} rows of ${child} refer to missing rows of ${parent}.`;
}

function sentence(line: string): string {
  return `${line.replaceAll('\n', ' ').replace(/\.$/, '')}.`;
}
