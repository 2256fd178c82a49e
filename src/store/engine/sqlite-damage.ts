import { type DamagedRow, findDamagedRows, findLossyTables, type LossyTable, type Read } from './row-sums.ts';
import { isDamage, messageOf } from './sqlite-problem.ts';
import { findSchemaDamage } from './sqlite-schema.ts';

/** Enough lines to see a pattern. */
const MAX_LINES = 20;

export interface SqliteDamage {
  /** A sentence for each fault. */
  readonly faults: readonly string[];
  /** Records may be left out without an error. Otherwise only the rows in the sentences are damaged, and readers refuse them. */
  readonly hidesRecords: boolean;
}

/**
 * Reads the whole database and finds pages and indexes that contradict each other, tables and indexes that are not as
 * Pagekeep makes them, rows with a wrong checksum, lost rows, and rows that refer to missing rows.
 */
export function findSqliteDamage(read: Read): SqliteDamage {
  try {
    const faults = read(`PRAGMA integrity_check(${MAX_LINES})`)
      .map((row) => String(row.integrity_check))
      .filter((line) => line !== 'ok');
    if (faults.length > 0) return { faults: faults.map(sentence), hidesRecords: true };
    const differences = findSchemaDamage(read).slice(0, MAX_LINES);
    if (differences.length > 0) return { faults: differences, hidesRecords: true };
    const damaged = damagedRows(read, MAX_LINES).slice(0, MAX_LINES);
    const missing = [...lossyTables(read), ...read(ORPHANS).map(orphans)];
    return { faults: [...damaged, ...missing], hidesRecords: missing.length > 0 };
  } catch (error) {
    // Damage of the schema or of the first page stops the check itself.
    if (isDamage(error)) return { faults: [sentence(messageOf(error))], hidesRecords: true };
    throw error;
  }
}

/**
 * Rebuilds all indexes in the open transaction, if every row of every table is right. Returns the first fault that is left: the caller
 * must roll back then, because an index that is damaged deeper can take pages of tables with it.
 */
export function rebuildIndexes(read: Read, exec: (sql: string) => void): string | undefined {
  // The order counts: a damaged schema names columns that do not exist.
  for (const find of [findSchemaDamage, (all: Read) => damagedRows(all, 1), lossyTables]) {
    const [wrong] = find(read);
    if (wrong !== undefined) return wrong;
  }
  exec('REINDEX');
  return findSqliteDamage(read).faults[0];
}

const ORPHANS = `SELECT "table" AS child, parent, count(*) AS rows FROM pragma_foreign_key_check
  GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${MAX_LINES}`;

function damagedRows(read: Read, most: number): string[] {
  return findDamagedRows(read, most).map(describeRow);
}

const describeRow = ({ table, key }: DamagedRow) => `The row ${key} of the table ${table} is damaged.`;

function lossyTables(read: Read): string[] {
  return findLossyTables(read).map(describeTable);
}

function describeTable({ table, found, kept }: LossyTable): string {
  if (found === kept) return `The table ${table} has rows of an earlier time.`;
  return `The table ${table} has ${found} rows instead of ${kept ?? 'the number that is lost'}.`;
}

function orphans({ child, parent, rows }: Record<string, unknown>): string {
  return `${rows} rows of ${child} refer to missing rows of ${parent}.`;
}

function sentence(line: string): string {
  return `${line.replaceAll('\n', ' ').replace(/\.$/, '')}.`;
}
