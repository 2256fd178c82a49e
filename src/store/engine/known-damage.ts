import {
  type DamagedRow,
  findDamagedRows,
  findLossyTables,
  keyBytesOf,
  type LossyTable,
  type Read,
  SUM_COLUMNS,
  setTotal,
  tablesOf,
} from './row-sums.ts';

/** Damage before a migration, which gives the rows of changed tables new sums: these would be valid for damaged rows. */
export interface KnownDamage {
  readonly rows: readonly DamagedRow[];
  readonly tables: readonly LossyTable[];
}

export function findKnownDamage(read: Read): KnownDamage {
  return { rows: findDamagedRows(read, Number.MAX_SAFE_INTEGER), tables: findLossyTables(read) };
}

/** Gives damaged rows and tables wrong sums again, after the migration. */
export function keepKnownDamage(known: KnownDamage, read: Read, exec: (sql: string) => void): void {
  for (const table of tablesOf(read)) {
    const rows = known.rows.filter((row) => row.table === table.name);
    const lossy = known.tables.find((each) => each.table === table.name);
    if (rows.length === 0 && lossy === undefined) continue;
    for (const column of SUM_COLUMNS) {
      const keys = rows.filter(({ sums }) => sums.includes(column)).map(({ keyBytes }) => `'${keyBytes}'`);
      for (let at = 0; at < keys.length; at += ROWS_A_STATEMENT) {
        const some = keys.slice(at, at + ROWS_A_STATEMENT).join(', ');
        exec(`UPDATE ${table.name} SET ${column} = ${WRONG} WHERE ${keyBytesOf(table)} IN (${some})`);
      }
    }
    exec(setTotal(table));
    if (lossy) {
      const missing = (lossy.kept ?? 0) - lossy.found;
      exec(`UPDATE table_sums SET rows = rows + ${missing}, total = total + 1 WHERE name = '${table.name}'`);
    }
  }
}

/** Sums are not negative. */
const WRONG = -1;

const ROWS_A_STATEMENT = 1000;
