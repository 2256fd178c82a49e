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
const SUM_COLUMNS = ['row_sum', 'list_sum'];

interface Column {
  readonly name: string;
  readonly isOptional: boolean;
  /** Its values as text are complete. Those of a REAL or a BLOB are not. */
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
    throw new DamagedRow(`The row ${key} of the table ${table} is damaged`);
  });
}

const SQLITE_CORRUPT = 11;

/** Has the code of SQLite's own errors about damage. */
class DamagedRow extends Error {
  readonly errcode = SQLITE_CORRUPT;
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

const setTotal = ({ name }: Table) => `INSERT INTO table_sums (name, rows, total)
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

/** SQL that checks a row and is 1, by table. A database that was not migrated yet has none. */
export function rowChecks(read: Read): Map<string, (alias: string) => string> {
  const checks = new Map<string, (alias: string) => string>();
  for (const table of tablesOf(read)) if (table.hasSum) checks.set(table.name, (alias) => checkOf(table, `${alias}.`));
  return checks;
}

/** Checks all rows. Returns one sentence for each damaged row, `most` for each table. */
export function findDamagedRows(read: Read, most: number): string[] {
  return tablesOf(read).flatMap((table) => {
    if (!table.hasSum) return [];
    const wrong = [`row_sum IS NOT ${sumOf(table.columns)}`];
    if (table.name === 'webpages') wrong.push(`list_sum IS NOT ${sumOf(LISTED)}`);
    const rows = read(`SELECT ${keyOf(table)} AS key FROM ${table.name} WHERE ${wrong.join(' OR ')} LIMIT ${most}`);
    return rows.map(({ key }) => `The row ${key} of the table ${table.name} is damaged.`);
  });
}

/** Compares all rows with the totals. Returns one sentence for each table that lacks rows, or has earlier ones. */
export function findLostRows(read: Read): string[] {
  if (!keepsTotals(read)) return [];
  return tablesOf(read).flatMap(({ name }) => {
    // One statement, so that both are of the same moment.
    const sql = `SELECT count(*) AS rows, ${TOTAL} AS total, (SELECT rows FROM table_sums WHERE name = '${name}') AS kept_rows,
      (SELECT total FROM table_sums WHERE name = '${name}') AS kept_total FROM ${name}`;
    const [found] = read(sql);
    if (found?.rows === found?.kept_rows && found?.total === found?.kept_total) return [];
    if (found?.rows === found?.kept_rows) return `The table ${name} has rows of an earlier time.`;
    return `The table ${name} has ${found?.rows} rows instead of ${found?.kept_rows ?? 'the number that is lost'}.`;
  });
}

function tablesOf(read: Read): Table[] {
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
function checkOf(table: Table, prefix: string): string {
  const { name, columns, key } = table;
  const isMissing = `${prefix}row_sum IS NULL AND ${prefix}${key[0]} IS NULL`;
  return `CASE WHEN ${prefix}row_sum = ${sumOf(columns, prefix)} OR (${isMissing}) THEN 1
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

function keyOf({ key }: Table, prefix = ''): string {
  return `concat_ws(' ', ${key.map((column) => prefix + column).join(', ')})`;
}

/** The same check for webpages `t` of which only the columns of the list are read. */
export const LIST_CHECK = `CASE WHEN t.list_sum = ${sumOf(LISTED, 't.')} THEN 1 ELSE damaged_row('webpages', t.id) END`;
