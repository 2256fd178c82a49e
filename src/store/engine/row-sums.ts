import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/**
 * SQLite has no checksums: a changed byte in a row is read as if it were right. So every row has a CRC-32 of its columns,
 * row_sum. Triggers keep it, and refuse to change a row whose sum is wrong. Readers check it with Queries.intact, the
 * doctor and backups check all rows.
 *
 * Webpages also have list_sum, the sum of the columns in the indexes of the list, so that a list needs no other pages.
 *
 * A page that is lost, or is an earlier state of itself, has no wrong row. So the table table_sums has the number of rows of
 * each table and the total of their sums.
 */
export const SUM_COLUMNS = ['row_sum', 'list_sum'];

interface Column {
  readonly name: string;
  readonly isOptional: boolean;
  /** Its values as text are complete. Values of a REAL or a BLOB are not. */
  readonly isExact: boolean;
}

/** A table with row sums. */
interface Table {
  readonly name: string;
  /** All columns but the sums. */
  readonly columns: readonly Column[];
  readonly hasSum: boolean;
  readonly key: readonly string[];
  /** Its rows have no rowid. */
  readonly isClustered: boolean;
}

/** Runs a statement without parameters. */
export type Read = (sql: string) => readonly Record<string, unknown>[];

/** The columns of the list of webpages. */
export const LISTED: readonly Column[] = [
  'id',
  'name',
  'url',
  'keywords',
  'group_name',
  'created_at',
  'modified_at',
].map((name) => ({ name, isOptional: false, isExact: true }));

/** Every connection needs these functions: the triggers and all checks call them. */
export function addSumFunctions(database: DatabaseSync): void {
  database.function('crc32', { deterministic: true }, (text) => crc32(String(text)));
  database.function('damaged_row', (table, key) => {
    throw new RowError(`The row ${key} of the table ${table} is damaged`);
  });
}

const SQLITE_CORRUPT = 11;

/** Has the code of SQLite's own errors about damage. */
class RowError extends Error {
  readonly errcode = SQLITE_CORRUPT;
}

/** The first version whose rows have the sums that `sumOf` makes. */
export const SUMMED_SINCE = 20;

/** The function that makes the sums in this database, which may have an earlier version. */
function sumIn(read: Read): typeof sumOf {
  const [found] = read('SELECT max(version) AS version FROM schema_version');
  return Number(found?.version) < SUMMED_SINCE ? quotedSumOf : sumOf;
}

/**
 * The statements that give every row its sum, for tables that are new or have new columns. Run them after migrations. The
 * triggers come last, because SQLite reads all of them again for each ALTER TABLE.
 */
export function rowSumScripts(read: Read): string[] {
  const known = new Set(read(TRIGGERS).map(({ sql }) => String(sql)));
  const hasTotals = keepsTotals(read);
  const tables = tablesOf(read).filter((table) => !triggersOf(table, hasTotals).every((trigger) => known.has(trigger)));
  const isSummed = ({ hasSum, columns }: Table) =>
    hasSum && known.values().some((trigger) => trigger.includes(sumOf(columns, 'NEW.')));
  return [
    ...tables.flatMap(({ name }) => EVENTS.map((event) => `DROP TRIGGER IF EXISTS ${name}_${event}`)),
    ...tables.filter(({ hasSum }) => !hasSum).map(({ name }) => `ALTER TABLE ${name} ADD COLUMN row_sum INTEGER`),
    // Only where the columns have changed: a new sum would hide earlier damage.
    ...tables.filter((table) => !isSummed(table)).map(setSums),
    ...(hasTotals ? tables.map(setTotal) : []),
    ...tables.flatMap((table) => triggersOf(table, hasTotals)),
  ];
}

const TRIGGERS = "SELECT sql FROM sqlite_master WHERE type = 'trigger'";
const EVENTS = ['added', 'changed', 'removed'];

const setSums = ({ name, columns }: Table) => `UPDATE ${name} SET row_sum = ${sumOf(columns)}`;

export const setTotal = ({ name }: Pick<Table, 'name'>) => `INSERT INTO table_sums (name, rows, total)
  SELECT '${name}', count(*), ${TOTAL} FROM ${name} WHERE true
  ON CONFLICT (name) DO UPDATE SET rows = excluded.rows, total = excluded.total`;

const TOTAL = 'coalesce(sum(row_sum), 0)';

/** A schema of an earlier version has no table of totals. */
function keepsTotals(read: Read): boolean {
  return read("SELECT 1 FROM sqlite_master WHERE name = 'table_sums'").length > 0;
}

function triggersOf(table: Table, hasTotals: boolean): string[] {
  const { name, columns, isClustered, key } = table;
  const where = (isClustered ? key : ['rowid']).map((column) => `${column} = NEW.${column}`).join(' AND ');
  const update = `UPDATE ${name} SET row_sum = ${sumOf(columns, 'NEW.')} WHERE ${where}`;
  const added = `(SELECT row_sum FROM ${name} WHERE ${where})`;
  const count = (change: string) => (hasTotals ? ` UPDATE table_sums SET ${change} WHERE name = '${name}';` : '');
  const triggers = [
    `CREATE TRIGGER ${name}_added AFTER INSERT ON ${name} BEGIN ${update};${count(`rows = rows + 1, total = total + ${added}`)} END`,
    `CREATE TRIGGER ${name}_changed AFTER UPDATE OF ${columns.map((column) => column.name).join(', ')} ON ${name} BEGIN
  SELECT ${checkOf(table, 'OLD.')}; ${update};${count(`total = total - OLD.row_sum + ${added}`)} END`,
  ];
  if (!hasTotals) return triggers;
  const removed = count('rows = rows - 1, total = total - OLD.row_sum');
  return [...triggers, `CREATE TRIGGER ${name}_removed AFTER DELETE ON ${name} BEGIN${removed} END`];
}

/** SQL that checks a row and is 1, by table. A database that was not migrated yet has none, or earlier ones. */
export function rowChecks(read: Read): Map<string, (alias: string) => string> {
  const checks = new Map<string, (alias: string) => string>();
  const sum = sumIn(read);
  for (const table of tablesOf(read)) {
    if (table.hasSum) checks.set(table.name, (alias) => checkOf(table, `${alias}.`, sum));
  }
  return checks;
}

/** A row with a wrong sum. */
export interface DamagedRow {
  readonly table: string;
  /** The columns of the wrong sums. */
  readonly sums: readonly string[];
  readonly key: string;
  /** The bytes of the key, because damaged bytes need not be text. `keyBytesOf` gives them as SQL. */
  readonly keyBytes: string;
}

/** Checks all rows. Returns `most` of each table. */
export function findDamagedRows(read: Read, most: number): DamagedRow[] {
  const sum = sumIn(read);
  return tablesOf(read).flatMap((table) => {
    if (!table.hasSum) return [];
    const wrong = [['row_sum', sum(table.columns)]];
    if (table.name === 'webpages') wrong.push(['list_sum', sum(LISTED)]);
    const conditions = wrong.map(([column, right]) => `${column} IS NOT ${right}`);
    const sums = wrong.map(([column], index) => `iif(${conditions[index]}, '${column}', NULL)`).join(', ');
    const sql = `SELECT ${keyOf(table)} AS key, ${keyBytesOf(table)} AS bytes, concat_ws(' ', ${sums}) AS sums
      FROM ${table.name} WHERE ${conditions.join(' OR ')} LIMIT ${most}`;
    return read(sql).map((row) => ({
      table: table.name,
      sums: String(row.sums).split(' '),
      key: String(row.key),
      keyBytes: String(row.bytes),
    }));
  });
}

/** A table that lacks rows, or has earlier ones. */
export interface LossyTable {
  readonly table: string;
  readonly found: number;
  /** Undefined if the number itself is lost. */
  readonly kept: number | undefined;
}

/** Compares all rows with the totals. */
export function findLossyTables(read: Read): LossyTable[] {
  if (!keepsTotals(read)) return [];
  return tablesOf(read).flatMap(({ name }) => {
    // One statement, so that both are from one snapshot.
    const sql = `SELECT count(*) AS rows, ${TOTAL} AS total, (SELECT rows FROM table_sums WHERE name = '${name}') AS kept_rows,
      (SELECT total FROM table_sums WHERE name = '${name}') AS kept_total FROM ${name}`;
    const [found] = read(sql);
    if (found?.rows === found?.kept_rows && found?.total === found?.kept_total) return [];
    const kept = found?.kept_rows ?? undefined;
    return { table: name, found: Number(found?.rows), kept: kept === undefined ? undefined : Number(kept) };
  });
}

export function tablesOf(read: Read): Table[] {
  return [...Map.groupBy(read(COLUMNS), ({ owner }) => String(owner))].map(([name, columns]) => ({
    name,
    columns: columns.map(columnOf).filter((column) => !SUM_COLUMNS.includes(column.name)),
    hasSum: columns.some((column) => column.name === 'row_sum'),
    key: columns.filter(({ pk }) => Number(pk) > 0).map((column) => String(column.name)),
    isClustered: columns.some(({ wr }) => wr === 1),
  }));
}

function columnOf({ name, type, required }: Record<string, unknown>): Column {
  return { name: String(name), isOptional: required !== 1, isExact: type === 'TEXT' || type === 'INTEGER' };
}

const COLUMNS = `SELECT t.name AS owner, t.wr, c.name, c.pk, c.type, c."notnull" AS required FROM pragma_table_list t JOIN pragma_table_info(t.name) c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
    AND t.name NOT IN ('schema_version', 'table_sums')
  ORDER BY t.name, c.cid`;

/** A row that an outer join did not find has neither a sum nor a key. */
function checkOf(table: Table, prefix: string, sum = sumOf): string {
  const { name, columns, key } = table;
  const isMissing = `${prefix}row_sum IS NULL AND ${prefix}${key[0]} IS NULL`;
  return `CASE WHEN ${prefix}row_sum = ${sum(columns, prefix)} OR (${isMissing}) THEN 1
    ELSE damaged_row('${name}', ${keyOf(table, prefix)}) END`;
}

/** The CRC-32 of the values with characters between them that texts do not have. NULL differs from an empty text. */
export function sumOf(columns: readonly Column[], prefix = ''): string {
  const values = columns.map(({ name, isOptional, isExact }) => {
    const value = prefix + name;
    if (!isExact) return `quote(${value})`;
    return isOptional ? `ifnull(${value}, char(30))` : value;
  });
  return `crc32(concat_ws(char(31), ${values.join(', ')}))`;
}

/** The sum before version 20. */
export function quotedSumOf(columns: readonly Column[], prefix = ''): string {
  return `crc32(concat(${columns.map(({ name }) => `quote(${prefix}${name})`).join(', ')}))`;
}

export const keyBytesOf = (table: Table) => `hex(${keyOf(table)})`;

function keyOf({ key }: Table, prefix = ''): string {
  return `concat_ws(' ', ${key.map((column) => prefix + column).join(', ')})`;
}

/** The same check for webpages `t` of which only the columns of the list are read. */
export const LIST_CHECK = `CASE WHEN t.list_sum = ${sumOf(LISTED, 't.')} THEN 1 ELSE damaged_row('webpages', t.id) END`;
